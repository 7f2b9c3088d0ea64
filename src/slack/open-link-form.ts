import type { WebClient } from '@slack/web-api';
import type { QuickWords } from '../links/quick-words.ts';
import { buildLinkForm } from '../messages/link-form.ts';
import { EMPTY_LINK_FORM, type LinkFormValues } from '../messages/link-form-fields.ts';
import { buildNotConnected } from '../messages/refusal.ts';
import { defaultExpiry } from '../payment-service/local-date-time.ts';
import type { ListenerDependencies } from './deps.ts';
import { writeFormMetadata } from './form-metadata.ts';

/**
 * Opens an empty or prefilled form; where no link could be made, tells whom to ask. The trigger lives three seconds,
 * so nothing but our own database is read before this call.
 */
export const openLinkForm = async (
  client: WebClient,
  {
    settings,
    members,
    isConnected,
    clock,
    ids,
    timeZone,
  }: Pick<ListenerDependencies, 'settings' | 'members' | 'isConnected' | 'clock' | 'ids' | 'timeZone'>,
  asked: {
    triggerId: string;
    teamId: string;
    /** Where the card goes, unless the workspace has a channel for that; null: the person chooses. */
    channelId: string | null;
    words: QuickWords;
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  if (!(await isConnected(asked.teamId))) {
    await tell(buildNotConnected(await members.whoMay(asked.teamId, 'change-settings')));
    return;
  }
  const { defaultChannelId, defaultEmail, expiryDays, isQrNeeded, isInvoiceGenerated } =
    await settings.recent(asked.teamId);
  const values: LinkFormValues = {
    ...EMPTY_LINK_FORM,
    Email: defaultEmail,
    Is_QR_needed: isQrNeeded,
    Is_invoice_generated: isInvoiceGenerated,
    ...asked.words,
    expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone, expiryDays) / 60_000) * 60,
    channel: defaultChannelId ?? asked.channelId,
  };
  await client.views.open({
    trigger_id: asked.triggerId,
    view: buildLinkForm({
      values,
      metadata: writeFormMetadata({ nonce: ids.nonce(), isLong: false }),
      isLong: false,
    }),
  });
};

import type { WebClient } from '@slack/web-api';
import type { QuickWords } from '../links/quick-words.ts';
import { buildLinkForm } from '../messages/link-form.ts';
import { EMPTY_LINK_FORM, type LinkFormValues } from '../messages/link-form-fields.ts';
import { defaultExpiry } from '../payment-service/local-date-time.ts';
import type { ListenerDependencies } from './deps.ts';
import { writeFormMetadata } from './form-metadata.ts';

/** Opens an empty or prefilled form. The trigger lives three seconds, so nothing comes before this call. */
export const openLinkForm = async (
  client: WebClient,
  { clock, ids, timeZone }: Pick<ListenerDependencies, 'clock' | 'ids' | 'timeZone'>,
  { triggerId, channelId, words }: { triggerId: string; channelId: string; words: QuickWords },
): Promise<void> => {
  const values: LinkFormValues = {
    ...EMPTY_LINK_FORM,
    ...words,
    expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone) / 60_000) * 60,
    channel: channelId,
  };
  await client.views.open({
    trigger_id: triggerId,
    view: buildLinkForm({
      values,
      metadata: writeFormMetadata({ nonce: ids.nonce(), isLong: false }),
      isLong: false,
    }),
  });
};

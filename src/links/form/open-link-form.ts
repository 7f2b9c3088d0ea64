import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNotConnected } from '../../blocks/refusal.ts';
import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import type { ActionPlace } from '../../slack/block-action.ts';
import { openView } from '../../slack/open-view.ts';
import { DEFAULT_SETTINGS, type WorkspaceSettings } from '../../workspaces/settings/settings.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import type { LinkFields } from '../words/pieces.ts';
import { writeFormMetadata } from './form-metadata.ts';
import { EMPTY_LINK_FORM, type LinkFormValues } from './link-form-fields.ts';
import { buildLinkForm } from './link-form-view.ts';

/** Opens an empty or prefilled form. In a workspace that is not connected, says whom to ask instead. */
export const openLinkForm = async (
  client: WebClient,
  dependencies: Pick<
    LinkDependencies,
    'settings' | 'members' | 'isConnected' | 'clock' | 'ids' | 'timeZone' | 'patientClient'
  >,
  asked: {
    /** Where it was asked for; a window with the button gives way to the form. */
    place: Pick<ActionPlace, 'triggerId' | 'view'>;
    teamId: string;
    /** Where the card goes, unless the workspace has a default channel; null: the person chooses. */
    channelId: string | null;
    /** The person asked where no app can post: between people, or in their own messages with the app. */
    isAmongPeople?: boolean;
    /** It was asked for with a message, and its card goes where that message is, whatever the default channel. */
    message?: { thread: { channel: string; ts: string } | null };
    words: LinkFields;
    /** What to look at in them, as mrkdwn. */
    pleaseCheck?: string;
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { settings, members, isConnected, clock, ids, timeZone } = dependencies;
  const nonce = ids.nonce();
  const buildForm = (defaults: WorkspaceSettings, isBare = false): ModalView => {
    const typedIn = asked.isAmongPeople ? null : asked.channelId;
    const { defaultChannelId } = defaults;
    // Not everyone can see the default channel. They can see the one they type in, if it is a channel at all.
    const usual = isBare ? (defaultChannelId === null ? null : typedIn) : (defaultChannelId ?? typedIn);
    const channel = asked.message ? typedIn : usual;
    const values: LinkFormValues = {
      ...EMPTY_LINK_FORM,
      Email: defaults.defaultEmail,
      Is_QR_needed: defaults.isQrNeeded,
      Is_invoice_generated: defaults.isInvoiceGenerated,
      ...asked.words,
      expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone, defaults.expiryDays) / 60_000) * 60,
      place: asked.isAmongPeople ? 'me' : 'channel',
      channel: asked.isAmongPeople ? null : channel,
    };
    const { pleaseCheck = '' } = asked;
    const metadata = writeFormMetadata({
      nonce,
      isLong: false,
      channel,
      thread: asked.message?.thread ?? null,
      pleaseCheck,
    });
    return buildLinkForm({ values, metadata, isLong: false, pleaseCheck });
  };
  await openView(
    {
      client,
      place: asked.place,
      isInPlace: true,
      tell,
      // The workspace's defaults are a help; a person's typing must not wait for them.
      first: {
        form: buildForm(DEFAULT_SETTINGS),
        otherwise: () => buildForm(DEFAULT_SETTINGS, true),
      },
      read: async (refuse) => {
        if (await isConnected(asked.teamId)) {
          const defaults = await settings.recent(asked.teamId);
          return { view: buildForm(defaults), otherwise: () => buildForm(defaults, true) };
        }
        await refuse(buildNotConnected(await members.whoMay(asked.teamId, 'change-settings')));
        return null;
      },
    },
    dependencies,
  );
};

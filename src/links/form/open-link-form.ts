import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNotConnected } from '../../blocks/refusal.ts';
import type { ActionPlace } from '../../slack/button.ts';
import { openView } from '../../slack/open-view.ts';
import type { FormSettings } from '../../workspaces/settings/form-settings.ts';
import { DEFAULT_FORM_SETTINGS } from '../../workspaces/settings/settings.ts';
import type { Filling } from '../customers/fill-known-customer.ts';
import { recallByWords } from '../customers/recall-customer.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import type { LinkFields } from '../words/pieces.ts';
import { beginForm, type LinkFormValues, valuesOfPreset } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';

/** Opens an empty or prefilled form. In a workspace that is not connected, says whom to ask instead. */
export const openLinkForm = async (
  client: WebClient,
  dependencies: Pick<
    LinkDependencies,
    | 'settings'
    | 'members'
    | 'isConnected'
    | 'clock'
    | 'ids'
    | 'timeZone'
    | 'patientClient'
    | 'store'
    | 'audit'
  >,
  asked: {
    /** Where it was asked for; a window with the button gives way to the form. */
    place: Pick<ActionPlace, 'triggerId' | 'view'>;
    teamId: string;
    userId: string;
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
  const askedIn = asked.isAmongPeople ? null : asked.channelId;
  const { pleaseCheck = '' } = asked;
  const buildForm = (
    defaults: FormSettings,
    { filling = null, isBare = false }: { filling?: Filling | null; isBare?: boolean } = {},
  ): ModalView => {
    const { defaultChannelId } = defaults;
    // Not everyone can see the default channel. They can see the one they type in, if it is a channel at all.
    const usual = isBare ? (defaultChannelId === null ? null : askedIn) : (defaultChannelId ?? askedIn);
    const channel = asked.message ? askedIn : usual;
    const values: LinkFormValues = {
      ...beginForm(defaults),
      ...filling?.values,
      ...(defaults.preset === null ? {} : valuesOfPreset(defaults.preset)),
      ...asked.words,
      place: asked.isAmongPeople ? 'me' : 'channel',
      channel: asked.isAmongPeople ? null : channel,
    };
    const metadata = {
      nonce,
      isLong: false,
      askedIn,
      channel,
      thread: asked.message?.thread ?? null,
      pleaseCheck,
      recalled: filling?.recalled ?? null,
    };
    return buildLinkForm({ values, metadata, settings: defaults, now: clock.now(), timeZone });
  };
  await openView(
    {
      client,
      place: asked.place,
      isInPlace: true,
      tell,
      // The workspace's defaults are a help; a person's typing must not wait for them.
      first: {
        form: () => buildForm(DEFAULT_FORM_SETTINGS),
        otherwise: () => buildForm(DEFAULT_FORM_SETTINGS, { isBare: true }),
      },
      read: async (refuse) => {
        const [isReady, defaults, filling] = await Promise.all([
          isConnected(asked.teamId),
          settings.ofForm(asked.teamId, askedIn),
          recallByWords(asked, { words: asked.words, isDoubtful: pleaseCheck !== '' }, dependencies),
        ]);
        if (isReady)
          return {
            view: buildForm(defaults, { filling }),
            otherwise: () => buildForm(defaults, { filling, isBare: true }),
            ...(filling && { fill: () => noteRecalled(asked, filling, dependencies) }),
          };
        await refuse(buildNotConnected(await members.whoMay(asked.teamId, 'change-settings')));
        return null;
      },
    },
    dependencies,
  );
};

/** The form shows what is known of a customer, and the audit trail says so as soon as the window is open. */
async function noteRecalled(
  { teamId, userId }: { teamId: string; userId: string },
  { recalled }: Filling,
  { audit }: Pick<LinkDependencies, 'audit'>,
): Promise<null> {
  await audit.write({ teamId, actorId: userId, action: 'customer-recalled', subject: recalled.from });
  return null;
}

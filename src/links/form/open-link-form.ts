import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import { describeCustomer } from '../../blocks/customer.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { isReordered } from '../../blocks/read-amount.ts';
import { escapeMrkdwn } from '../../blocks/text.ts';
import { DEFAULT_SETTINGS } from '../../settings/settings.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { Opening } from '../../slack/views.ts';
import { requireAccount } from '../../tenancy/no-new-work.ts';
import { readWithCard } from '../card/find-link.ts';
import { type Filling, recallByWords } from '../customers/recall-customer.ts';
import { explainWords } from '../words/please-check-view.ts';
import { type LinkFields, readLinkWords } from '../words/read-link-words.ts';
import { offerHalfFilled } from './half-filled.ts';
import { beginForm } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';

interface OpeningForm {
  teamId: string;
  userId: string;
  /** Where the card goes, unless the workspace has a default channel; null: the person chooses. */
  channelId: string | null;
  /** The conversation is one where no app can post: between people, or the person's messages with the app. */
  isAmongPeople?: boolean;
  /** The form is for this message: its card goes to the same place, whatever the default channel. */
  message?: {
    thread: { channel: string; ts: string } | null;
    /** The message has the buttons of this link, and may be its card. */
    card: { linkId: string; channelId: string; ts: string } | null;
  };
  /** What the person typed, or the message says. */
  text?: string;
}

/**
 * The form, filled in from `text`, in place of the window with the button that was pressed, if any. In a workspace that is not
 * connected, says who can change that.
 */
export const openLinkForm = (
  request: Request,
  { teamId, userId, channelId, isAmongPeople = false, message, text = '' }: OpeningForm,
): Opening => {
  const { settings, clock, ids, timeZone, audit } = request;
  const { words, pleaseCheck } = readTypedText(text);
  const nonce = ids.nonce();
  const askedIn = isAmongPeople ? null : channelId;
  const goOn = text === '' && !message ? offerHalfFilled({ teamId, userId }, request) : null;
  const build = (defaults: WorkspaceSettings, channel: string | null, filling: Filling | null): ModalView =>
    buildLinkForm({
      values: {
        ...beginForm(defaults),
        ...filling?.values,
        ...words,
        place: isAmongPeople ? 'me' : 'channel',
        channel: isAmongPeople ? null : channel,
      },
      metadata: {
        ...{ nonce, askedIn, channel, pleaseCheck },
        thread: message?.thread ?? null,
        recalled: filling?.recalled ?? null,
      },
      settings: defaults,
      now: clock.now(),
      timeZone,
    });
  const offer = (defaults: WorkspaceSettings, filling: Filling | null = goOn) => {
    const usual = message ? askedIn : (defaults.defaultChannelId ?? askedIn);
    // Not everyone can see the default channel. They can see the one they type in, if it is a channel at all.
    const instead = message || defaults.defaultChannelId !== null ? askedIn : null;
    return {
      view: build(defaults, usual, filling),
      otherwise: () => build(defaults, instead, filling),
    };
  };
  return {
    isInPlace: true,
    // Without the workspace's defaults rather than late: people want to type.
    first: {
      form: () => offer(DEFAULT_SETTINGS).view,
      otherwise: () => offer(DEFAULT_SETTINGS).otherwise(),
    },
    read: async () => {
      const { settings: defaults, kept } = await settings.withAccount(teamId);
      const [filling] = await Promise.all([
        message?.card
          ? offerAnother(teamId, message.card, request)
          : recallByWords({ teamId, userId, workspace: defaults }, words, request),
        requireAccount(teamId, request, kept),
      ]);
      const offered = offer(defaults, filling ?? goOn);
      if (!filling?.from) return offered;
      const { from: subject } = filling;
      // The form shows what is known about a customer, so the audit trail records it.
      const fill = async () => {
        await audit.write({ teamId, actorId: userId, action: 'customer-recalled', subject });
        return null;
      };
      return { ...offered, fill };
    },
  };
};

/** In place of an empty form for the card that the person looks at. Its button asks whether they may. */
const offerAnother = async (
  teamId: string,
  { linkId, channelId, ts }: { linkId: string; channelId: string; ts: string },
  request: Request,
): Promise<Filling | null> => {
  const found = await request.store.links.find(teamId, linkId);
  const link = found && (await readWithCard(found, request));
  if (link?.card?.channelId !== channelId || link.card.ts !== ts) return null;
  const line = `This is the card of ${formatAed(link.amountFils)} for ${escapeMrkdwn(describeCustomer(link.details))}.`;
  return { values: {}, recalled: { line, offer: null, another: link.id }, from: null };
};

/** Nobody describes one sale in a longer message. The rest is not read, and the form says so. */
const LONGEST_READ = 1_000;

/** The fields that a text fills in, and what the form asks the person to check. */
export const readTypedText = (text: string) => {
  const read = readLinkWords(text.slice(0, LONGEST_READ));
  if (text.length > LONGEST_READ)
    read.doubts.push({ about: 'not-read', text: String(LONGEST_READ), filled: '', otherwise: '' });
  const { invoiceAmount, Phone, ...others } = read.fields;
  // Digits that show in another order are not the ones that the person read.
  const words: LinkFields = isReordered(text) ? others : read.fields;
  return { words, pleaseCheck: explainWords(read) ?? '' };
};

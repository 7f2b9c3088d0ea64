import type { ContextBlock } from '@slack/types';
import { context } from '../blocks/message.ts';
import { describePlace, isChannel } from '../blocks/place.ts';
import { capitalise, cut, escapeMrkdwn } from '../blocks/text.ts';
import type { Placed } from '../store/message-store.ts';
import { explainMessageRefusal, readPlaceTrouble, readSlackCode } from './slack-errors.ts';

interface RefusedPlace {
  channelId: string;
  code: string;
}

interface RefusalWords {
  where: string;
  so: string;
  /** What to do once the cause is fixed. */
  afterwards: string;
  /** What helps if the cause cannot be fixed. */
  elsewhere?: string;
}

/** Why a conversation refuses Paylink's messages, and what to do. */
export const explainRefusedPlace = (place: RefusedPlace, words: RefusalWords): string =>
  explainClosedPlace(place, words) ??
  explainPermission(place, words) ??
  `Slack refused the message in ${words.where} (\`${escapeMrkdwn(cut(place.code, 80))}\`)${words.so}. To try again, ${words.afterwards}.`;

/** Null: the reason is not that a permission is missing. */
function explainPermission({ code }: RefusedPlace, { where, so, afterwards }: RefusalWords): string | null {
  if (readSlackCode(code) !== 'scope') return null;
  const remedy = explainMessageRefusal(code);
  return `Paylink can’t post in ${where}${so}. ${remedy} After that, ${afterwards}.`;
}

/** Null: the reason is not about the place. */
export const explainClosedPlace = (
  { channelId, code }: RefusedPlace,
  { where, so, afterwards, elsewhere = '' }: RefusalWords,
): string | null => {
  switch (readPlaceTrouble(code)) {
    case 'not-there': {
      if (!isChannel(channelId))
        return `Paylink can’t post in a conversation between people${so}. ${elsewhere}`.trimEnd();
      const invite = channelId.startsWith('G')
        ? 'If it is a channel, invite Paylink there with `/invite @Paylink`'
        : 'Invite it there with `/invite @Paylink`';
      return `Paylink is not in ${where}${so}. ${invite}, then ${afterwards}.`;
    }
    case 'archived':
      return `${capitalise(where)} is archived${so}. Once it is open again, ${afterwards}.`;
    case 'restricted':
      return `Your workspace does not let apps post in ${where}${so}. Once an admin allows it, ${afterwards}.`;
    case null:
      return null;
  }
};

/** In a person's messages: why a card is not in its channel. */
export const buildPlaceNote = (
  channelId: string,
  { userId, refusedAs }: Pick<Placed, 'userId' | 'refusedAs'>,
): ContextBlock[] => {
  if (userId === null || refusedAs === null) return [];
  const where = describePlace(channelId);
  const code = escapeMrkdwn(cut(refusedAs, 80));
  const words =
    explainClosedPlace(
      { channelId, code: refusedAs },
      { where, so: ', so this card is here', afterwards: 'new cards go there' },
    ) ??
    `This card is here because Slack doesn’t take it in ${where}. ${explainMessageRefusal(refusedAs) ?? `Its reason: \`${code}\`.`}`;
  return [context(`ℹ️ ${words}`, 'card_place')];
};

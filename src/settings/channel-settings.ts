import { z } from 'zod';
import { buildOption, context } from '../blocks/message.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { people, radio } from '../slack/fields.ts';
import { type Chosen, chosenOf, type Setting, usualOf } from './setting.ts';

/** More people would make a mention that nobody reads. */
const MOST_MENTIONS = 10;

const NEWS = {
  both: 'the thread of the card; Paid also in the channel',
  thread: 'the thread of the card',
  channel: 'the channel, without threads',
} as const;

type News = keyof typeof NEWS;

const newsSchema = z.enum(Object.keys(NEWS) as News[]);

const news: Setting<News, string> = {
  name: 'Updates about a link are posted in',
  under: 'posts',
  usual: 'both',
  schema: newsSchema,
  plainly: (where) => NEWS[where],
  field: () => ({
    label: 'Updates go to',
    kind: radio({ options: Object.entries(NEWS).map(([where, words]) => buildOption(where, words)) }),
  }),
  fill: (where) => where,
  take: (asked) => newsSchema.parse(asked),
};

const paidMentions: Setting<readonly string[], readonly string[]> = {
  name: 'Mentioned when a link is paid',
  under: 'posts',
  usual: [],
  schema: z.array(z.string()).readonly(),
  plainly: (some) => some.join(', ') || 'nobody else',
  inMessage: (some) => (some.length > 0 ? joinWords(some.map(mention), 'and') : 'nobody else'),
  field: (some, { isBare }) => {
    const isUnseen = isBare && some.length > 0;
    return {
      label: 'Also mention when a link is paid',
      optional: true,
      hint: isUnseen ? 'Blank: no change.' : 'They must be in the channel.',
      kind: people({ most: MOST_MENTIONS, placeholder: isUnseen ? 'No change' : 'Nobody else', isBare }),
    };
  },
  fill: (some) => some,
  below: (some, { isBare }) =>
    isBare && some.length > 0 ? [context(`Now ${joinWords(some.map(mention), 'and')}`, 'mentioned')] : [],
  take: (asked, { before, isBare }) =>
    isBare && asked?.length === 0 ? before : (asked ?? []).slice(0, MOST_MENTIONS),
};

/** A channel's own settings, for cards in it. */
export const CHANNEL_ROWS = {
  news,
  paidMentions,
};

export type ChannelSettings = Chosen<typeof CHANNEL_ROWS>;

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = usualOf(CHANNEL_ROWS);

const storedSchema = z.object(chosenOf(CHANNEL_ROWS));

/** What is stored of a channel; settings that it has not chosen have their usual values. */
export const readChannelSettings = (stored: unknown): ChannelSettings => ({
  ...DEFAULT_CHANNEL_SETTINGS,
  ...storedSchema.parse(stored),
});

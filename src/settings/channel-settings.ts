import { z } from 'zod';
import { buildOption, context } from '../blocks/message.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { countOf } from '../blocks/text.ts';
import { menu, people, radio } from '../slack/fields.ts';
import { labelPreset } from './presets.ts';
import { type Chosen, readStored, type Setting, type Shown, usualOf } from './setting.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

/** What counts where the channel has nothing of its own. */
export interface ShownInChannel extends Shown {
  workspace: Pick<WorkspaceSettings, 'expiryDays' | 'presets'>;
}

/** Chosen where the workspace's own setting counts. */
const AS_WORKSPACE = 'workspace';
const NO_PRESET = 'none';
/** What stands before a preset's name: a name may be any word. */
const PRESET_VALUE = 'preset ';

/** More people would make a mention that nobody reads. */
const MOST_MENTIONS = 10;

/** Three months at most; the workspace's setting allows more. */
const HOURS = { min: 1, max: 90 * 24 };
const EXPIRY_CHOICES = [1, 2, 4, 8, 12, 24, 48, 72, 7 * 24, 14 * 24, 30 * 24, 60 * 24, 90 * 24];

const hoursSchema = z.int().min(HOURS.min).max(HOURS.max);

/** `2 hours`, `30 days`. */
const describeHours = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return countOf(count, unit);
};

const LINKS = 'New payment links';
const CARDS = 'Cards';

const expiryHours: Setting<number | null, string, ShownInChannel> = {
  name: 'Links are valid for',
  under: LINKS,
  usual: null,
  schema: hoursSchema.nullable(),
  plainly: (hours) => (hours === null ? 'as in the workspace' : describeHours(hours)),
  field: (hours, { workspace }) => {
    const all =
      hours === null || EXPIRY_CHOICES.includes(hours) ? EXPIRY_CHOICES : [...EXPIRY_CHOICES, hours];
    const usual = `As in the workspace: ${describeHours(workspace.expiryDays * 24)}`;
    return {
      label: 'Link valid for',
      kind: menu({
        options: [
          buildOption(AS_WORKSPACE, usual),
          ...all.map((one) => buildOption(String(one), describeHours(one))),
        ],
      }),
    };
  },
  fill: (hours) => (hours === null ? AS_WORKSPACE : String(hours)),
  take: (asked) => (asked === AS_WORKSPACE ? null : hoursSchema.parse(Number(asked))),
};

const presetName: Setting<string | null, string, ShownInChannel> = {
  name: 'Form starts with preset',
  under: LINKS,
  usual: null,
  schema: z.string().nullable(),
  plainly: (preset) => preset ?? 'none',
  field: (_, { workspace: { presets } }) =>
    presets.length === 0
      ? null
      : {
          label: 'Start the form with preset',
          kind: menu({
            options: [
              buildOption(NO_PRESET, 'No preset'),
              ...presets.map((preset) => buildOption(PRESET_VALUE + preset.name, labelPreset(preset))),
            ],
          }),
        },
  // An admin may have taken it away.
  fill: (preset, { workspace: { presets } }) =>
    presets.some(({ name }) => name === preset) ? PRESET_VALUE + preset : NO_PRESET,
  take: (asked) => (asked?.startsWith(PRESET_VALUE) ? asked.slice(PRESET_VALUE.length) : null),
};

const NEWS = {
  both: 'the thread of the card; Paid also in the channel',
  thread: 'the thread of the card',
  channel: 'the channel, without threads',
} as const;

type News = keyof typeof NEWS;

const newsSchema = z.enum(Object.keys(NEWS) as News[]);

const news: Setting<News, string> = {
  name: 'Updates about a link are posted in',
  under: CARDS,
  usual: 'both',
  schema: newsSchema,
  plainly: (where) => NEWS[where],
  field: () => ({
    label: 'Post updates (paid, expired, refunded) in',
    kind: radio({ options: Object.entries(NEWS).map(([where, words]) => buildOption(where, words)) }),
  }),
  fill: (where) => where,
  take: (asked) => newsSchema.parse(asked),
};

const paidMentions: Setting<readonly string[], readonly string[]> = {
  name: 'Mentioned when a link is paid',
  under: CARDS,
  usual: [],
  schema: z.array(z.string()).readonly(),
  plainly: (some) => some.join(', ') || 'nobody else',
  inMessage: (some) => (some.length > 0 ? joinWords(some.map(mention), 'and') : 'nobody else'),
  field: (some, { isBare }) => {
    const isUnseen = isBare && some.length > 0;
    return {
      label: 'Also mention when a link is paid',
      optional: true,
      hint: isUnseen
        ? 'Leave blank for no change.'
        : 'In addition to the person who has the link. They must be in the channel.',
      kind: people({ most: MOST_MENTIONS, placeholder: isUnseen ? 'No change' : 'Nobody else', isBare }),
    };
  },
  fill: (some) => some,
  below: (some, { isBare }) =>
    isBare && some.length > 0 ? [context(`Now ${joinWords(some.map(mention), 'and')}`, 'mentioned')] : [],
  take: (asked, { before, isBare }) =>
    isBare && asked?.length === 0 ? before : (asked ?? []).slice(0, MOST_MENTIONS),
};

/** A channel's own settings, for links asked for there and cards in it. */
export const CHANNEL_ROWS = {
  /** How many hours a new link can be paid; null: the workspace's setting. */
  expiryHours,
  /** The preset that fills in a new form; null: none. */
  presetName,
  /** Where updates about a link go. */
  news,
  /** People to mention when a link is paid, in addition to its owner. */
  paidMentions,
};

/** One channel's settings, for links created in it and cards in it. */
export type ChannelSettings = Chosen<typeof CHANNEL_ROWS>;

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = usualOf(CHANNEL_ROWS);

/** What is stored of a channel; settings that it has not chosen have their usual values. */
export const readChannelSettings = (stored: unknown): ChannelSettings => ({
  ...DEFAULT_CHANNEL_SETTINGS,
  ...readStored(CHANNEL_ROWS, stored),
});

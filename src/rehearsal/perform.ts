import { drawSample } from '../delivery/pictures/draw-qr.ts';
import { renderBarChart } from '../reports/bar-chart.ts';
import { describeChart } from '../reports/report-totals-view.ts';
import { type Meaning, readSlackCode } from '../slack/slack-errors.ts';
import type { Entry, Said } from './catalogue/entry.ts';
import { CHART } from './catalogue/reports.ts';
import type { Json } from './slack-calls.ts';
import { type Leftover, readText, type Stage, type Step, type UploadableFile } from './stage.ts';

export const drawQr = async (): Promise<UploadableFile> => ({
  bytes: await drawSample(),
  name: 'rehearsal-qr.png',
  title: 'QR code',
  altText: 'QR code of the payment link',
});

export const drawChart = async (): Promise<UploadableFile> => ({
  bytes: await renderBarChart({ title: CHART.title, subtitle: CHART.range, bars: CHART.bars }),
  name: 'rehearsal-chart.png',
  title: 'Chart',
  altText: describeChart(CHART).slice(0, 1_000),
});

export interface Scene {
  stage: Stage;
  channelId: string;
  /** The person who gets ephemeral messages; null: none are sent. */
  personId: string | null;
}

/** No link previews, like the app's own posts. */
export const QUIET = { unfurl_links: false, unfurl_media: false };

/** Workspaces may refuse these blocks: the app then falls back to simpler ones. */
const hasTwin = ({ blocks }: Said): boolean =>
  blocks.some(({ type }) => type === 'data_table' || type === 'data_visualization');

/** Sends everything in the catalogue: one message per place, edited through all its states. */
export const perform = async (
  entries: readonly Entry[],
  { stage, channelId, personId }: Scene,
): Promise<void> => {
  const messages = new Map<string, string>();
  const isShown = { message: false, sentence: false };

  const showMessage = async (entry: Extract<Entry, { kind: 'message' }>): Promise<void> => {
    const { name, place, message, isBroadcast } = entry;
    const expected = hasTwin(message) ? 'either' : 'yes';
    const known = messages.get(place);
    if (known !== undefined && place !== 'channel' && place !== 'thread') {
      await stage.say(name, 'chat.update', { channel: channelId, ts: known, ...message }, { expected });
      return;
    }
    const parent = messages.get('card');
    const inThread: Json =
      place === 'thread' && parent !== undefined
        ? { thread_ts: parent, ...(isBroadcast ? { reply_broadcast: true } : {}) }
        : {};
    const step = await stage.say(
      isBroadcast ? `${name}, sent to the channel as well` : name,
      'chat.postMessage',
      { channel: channelId, ...message, ...inThread, ...QUIET },
      { expected },
    );
    const ts = tsOf(step);
    if (ts !== '') messages.set(place, ts);
  };

  /** At most one of each kind: ephemeral messages cannot be deleted. */
  const showOnePerson = async (
    { name, kind }: { name: string; kind: keyof typeof isShown },
    said: Json,
    expected: Step['expected'],
  ): Promise<boolean> => {
    if (personId === null || isShown[kind]) return false;
    isShown[kind] = true;
    const args = { channel: channelId, user: personId, ...said };
    await stage.say(`${name}, to one person`, 'chat.postEphemeral', args, { expected });
    return true;
  };

  for (const entry of entries) {
    if (!stage.isRunning()) return;
    const { name } = entry;
    if (entry.kind === 'message') {
      await showMessage(entry);
      if (hasTwin(entry.message)) await showOnePerson(entry, { ...entry.message }, 'either');
    } else if (entry.kind === 'sentence') {
      const { text } = entry;
      if (!(await showOnePerson(entry, { text }, 'yes')))
        await stage.say(name, 'chat.postMessage', { channel: channelId, text, ...QUIET });
    } else {
      if (entry.kind === 'home' && personId !== null)
        await stage.say(name, 'views.publish', { user_id: personId, view: entry.view });
      await validate(entry, stage);
    }
  }
};

/** Lets Slack validate it without showing it to anybody. */
export const validate = async (
  entry: Extract<Entry, { kind: 'message' | 'modal' | 'home' }>,
  stage: Pick<Stage, 'say'>,
): Promise<Step> =>
  entry.kind === 'message'
    ? stage.say(
        entry.name,
        'blocks.validate',
        { message: { blocks: entry.message.blocks } },
        { expected: hasTwin(entry.message) ? 'either' : 'yes' },
      )
    : stage.say(entry.name, 'blocks.validate', { view: entry.view });

export const tsOf = ({ result }: Step): string =>
  result.end === 'accepted' ? readText(result.answer?.['ts']) : '';

/** After this many lost calls in a row, Slack is unreachable, not busy. */
const MOST_LOST = 3;
/** Errors that mean it is already deleted. */
const GONE: readonly Meaning[] = ['gone', 'pictureGone'];

/**
 * Deletes everything that was created, newest first: replies before their parents. Returns what could not be
 * deleted.
 */
export const cleanUp = async (
  stage: Pick<Stage, 'say' | 'leftovers' | 'removed'>,
  isHurried: () => boolean,
): Promise<Leftover[]> => {
  let lost = 0;
  for (const leftover of stage.leftovers()) {
    if (isHurried() || lost >= MOST_LOST) break;
    const what = `remove: ${leftover.what}`;
    const { result } =
      leftover.is === 'message'
        ? await stage.say(what, 'chat.delete', { channel: leftover.channel, ts: leftover.ts })
        : // A workspace can forbid apps to delete files: then they stay, and the summary says so.
          await stage.say(what, 'files.delete', { file: leftover.id }, { expected: 'either' });
    lost = result.end === 'lost' ? lost + 1 : 0;
    const isGone = result.error !== null && GONE.includes(readSlackCode(result.error));
    if (result.end === 'accepted' || isGone) stage.removed(leftover);
  }
  return stage.leftovers();
};

import type { Block, KnownBlock } from '@slack/types';
import { QUIET, type Scene, tsOf } from './perform.ts';
import type { Json } from './slack-calls.ts';
import type { Step, UploadableFile } from './stage.ts';

interface ProbeScene extends Scene {
  /** A public channel without the bot; null: none given. */
  otherChannelId: string | null;
  picture: UploadableFile;
  /** The app's public picture URL; null: Slack cannot reach the app. */
  pictureUrl: string | null;
}

interface Asking extends ProbeScene {
  /** Makes a call of which nobody knows how Slack answers it. */
  ask(what: string, method: string, args: Json, pausedMs?: number): Promise<Step>;
  /** Posts what a probe needs. Empty: Slack did not take it. */
  post(what: string, args: Json): Promise<string>;
}

export const PROBE = 'probe: ';
const PICTURE_WAIT_MS = 3_000;

const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string): KnownBlock => ({ type: 'section', text: { type: 'mrkdwn', text } });
const picture = (id: string): KnownBlock => ({
  type: 'image',
  block_id: 'qr',
  slack_file: { id },
  alt_text: 'A picture of the rehearsal',
});

/** Tries what no source documents. Any answer is fine: docs/install.md explains each. */
export const probe = async (scene: ProbeScene): Promise<void> => {
  const { stage, channelId: channel } = scene;
  const asking: Asking = {
    ...scene,
    ask: (what, method, args, pausedMs = 0) =>
      stage.say(`${PROBE}${what}`, method, args, { expected: 'either', pausedMs }),
    post: async (what, args) =>
      tsOf(await stage.say(what, 'chat.postMessage', { channel, ...args, ...QUIET })),
  };
  for (const some of [askThreads, askPictures, askPicturesOfOurs, askSizes, askWindows, askOtherChannel])
    if (stage.isRunning()) await some(asking);
};

async function askThreads({ ask, post, channelId: channel }: Asking): Promise<void> {
  const parent = await post('a message for the probes', { text: 'For the probes' });
  if (parent === '') return;
  const inThread = { text: 'A reply', thread_ts: parent, reply_broadcast: true };
  const reply = await post('a reply for the probes', inThread);
  if (reply === '') return;
  await ask('a reply to a reply', 'chat.postMessage', {
    channel,
    text: 'A reply to a reply',
    thread_ts: reply,
    ...QUIET,
  });
  await ask('an edit of a reply that was sent to the channel', 'chat.update', {
    channel,
    ts: reply,
    text: 'A reply, edited',
    blocks: [section('A reply, edited')],
  });
}

async function askPictures({
  stage,
  ask,
  post,
  channelId: channel,
  personId,
  picture: file,
}: Asking): Promise<void> {
  const text = 'A picture';
  const show = (what: string, id: string, pausedMs: number) =>
    ask(what, 'chat.postMessage', { channel, text, blocks: [picture(id)], ...QUIET }, pausedMs);
  const fresh = await stage.upload('a picture for the probes', file);
  if (fresh === null) return;
  const blocks = [picture(fresh)];
  await show('a fresh picture at once', fresh, 0);
  const shown = tsOf(await show('the same picture after 3 seconds', fresh, PICTURE_WAIT_MS));
  const edited = await post('a message to edit', { text });
  const unshared = await stage.upload('a picture for an edit', file);
  if (edited !== '' && unshared !== null)
    await ask(
      'an edit with a picture that no post has shown',
      'chat.update',
      { channel, ts: edited, text, blocks: [picture(unshared)] },
      PICTURE_WAIT_MS,
    );
  if (personId !== null)
    await ask('a picture to one person', 'chat.postEphemeral', { channel, user: personId, text, blocks });
  await ask('a picture in a window', 'blocks.validate', { view: window(blocks) });
  const none = {
    type: 'image',
    image_url: 'https://paylink.example.com/pictures/none.png',
    alt_text: 'No picture',
  };
  await ask('a picture from an address that gives none', 'chat.postMessage', {
    channel,
    text,
    blocks: [none],
    ...QUIET,
  });
  const noImage = await stage.upload(
    'a file that is no picture',
    { ...file, bytes: Buffer.from('no picture'), name: 'no-picture.png' },
    'either',
  );
  if (noImage !== null) await show('a file that is no picture, after 3 seconds', noImage, PICTURE_WAIT_MS);
  if (shown === '') return;
  const gone = await ask('the picture of a message is deleted', 'files.delete', { file: fresh });
  if (gone.result.end !== 'accepted') return;
  const left = stage.leftovers().find((one) => one.is === 'file' && one.id === fresh);
  if (left) stage.removed(left);
  const withDeleted = { channel, ts: shown, text, blocks: [section('Edited'), ...blocks] };
  await ask('an edit that carries the deleted picture', 'chat.update', withDeleted);
}

async function askPicturesOfOurs({ ask, channelId: channel, personId, pictureUrl }: Asking): Promise<void> {
  if (pictureUrl === null) return;
  const blocks = [{ type: 'image', image_url: pictureUrl, alt_text: 'A picture of the rehearsal' }];
  const said = { channel, text: 'A picture', blocks };
  const what = 'a picture from Paylink’s own address';
  await ask(what, 'chat.postMessage', { ...said, ...QUIET });
  if (personId !== null)
    await ask(`${what} to one person`, 'chat.postEphemeral', { ...said, user: personId });
}

async function askSizes({ ask, post, channelId: channel }: Asking): Promise<void> {
  const written = (length: number) => `${length.toLocaleString('en')} characters`;
  const ts = await post('a message to make long', { text: 'Short' });
  if (ts !== '')
    for (const length of [4_000, 4_001])
      await ask(`an edit to a text of ${written(length)}`, 'chat.update', {
        channel,
        ts,
        text: 'x'.repeat(length),
      });
  for (const length of [8_000, 100_000]) {
    const metadata = { event_type: 'paylink_rehearsal', event_payload: { filling: 'x'.repeat(length) } };
    const args = { channel, text: 'With metadata', metadata, ...QUIET };
    await ask(`metadata of ${written(length)}`, 'chat.postMessage', args);
  }
}

async function askWindows({ stage, ask, channelId }: Asking): Promise<void> {
  const outside = field({
    type: 'conversations_select',
    filter: { include: ['im'] },
    initial_conversation: channelId,
  });
  for (const [name, block] of [
    ...PROBED_FIELDS,
    ['an initial channel outside the filter', outside] as const,
  ]) {
    if (!stage.isRunning()) return;
    await ask(name, 'blocks.validate', { view: window([block]) });
  }
  const table = {
    type: 'data_table',
    caption: 'x'.repeat(5_000),
    rows: [[{ type: 'raw_text', text: 'Head' }], [{ type: 'raw_text', text: 'Cell' }]],
  };
  const what = 'a table’s caption of 5,000 characters';
  await ask(what, 'blocks.validate', { message: { blocks: [table] } });
}

async function askOtherChannel({ ask, otherChannelId }: Asking): Promise<void> {
  if (otherChannelId === null) return;
  const said = { channel: otherChannelId, text: 'Paylink rehearsal; removed at once.', ...QUIET };
  await ask('a post to a channel without Paylink', 'chat.postMessage', said);
}

const window = (blocks: unknown[]) => ({
  type: 'modal',
  title: plain('Rehearsal'),
  submit: plain('Send'),
  blocks,
});

const field = (element: Block & Record<string, unknown>): unknown => ({
  type: 'input',
  block_id: 'field',
  label: plain('Field'),
  element: { ...element, action_id: 'field' },
});
const option = (text: string) => ({ text: plain(text), value: 'same' });

/** Modal fields for which no source says whether Slack accepts them. */
const PROBED_FIELDS: [name: string, block: unknown][] = [
  [
    'a tel: address on a button',
    {
      type: 'actions',
      elements: [{ type: 'button', action_id: 'call', text: plain('Call'), url: 'tel:+971500000123' }],
    },
  ],
  ['the same option twice', field({ type: 'static_select', options: [option('One'), option('Two')] })],
  [
    'an initial option that is not on the list',
    field({
      type: 'static_select',
      options: [option('One')],
      initial_option: { ...option('Two'), value: 'other' },
    }),
  ],
  ['an unknown time zone', field({ type: 'timepicker', initial_time: '10:00', timezone: 'Mars/Olympus' })],
  ['an empty initial text', field({ type: 'plain_text_input', initial_value: '' })],
  [
    'an initial number outside its limits',
    field({
      type: 'number_input',
      is_decimal_allowed: true,
      min_value: '10',
      initial_value: '5',
    }),
  ],
  ['an invalid initial e-mail', field({ type: 'email_text_input', initial_value: 'nobody' })],
  ['no initial people', field({ type: 'multi_users_select', initial_users: [] })],
];

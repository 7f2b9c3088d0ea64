import type { KnownBlock } from '@slack/types';
import { QUIET, type Scene, tsOf } from './perform.ts';
import { buildField, PROBED_FIELDS } from './probed-fields.ts';
import type { UploadableFile } from './stage.ts';

interface ProbeScene extends Scene {
  /** A public channel without the bot; null: none given. */
  otherChannelId: string | null;
  picture: UploadableFile;
  /** The app's public picture URL; null: Slack cannot reach the app. */
  pictureUrl: string | null;
}

export const PROBE = 'probe: ';
const PICTURE_WAIT_MS = 3_000;
const EITHER = { expected: 'either' } as const;

const section = (text: string): KnownBlock => ({ type: 'section', text: { type: 'mrkdwn', text } });
const picture = (id: string): KnownBlock => ({
  type: 'image',
  block_id: 'qr',
  slack_file: { id },
  alt_text: 'A picture of the rehearsal',
});

/** Tries what no source documents. Any answer is fine: docs/install.md explains each. */
export const probe = async (scene: ProbeScene): Promise<void> => {
  for (const ask of [askThreads, askPictures, askPicturesOfOurs, askSizes, askWindows, askOtherChannel])
    if (scene.stage.isRunning()) await ask(scene);
};

async function askThreads({ stage, channelId: channel }: ProbeScene): Promise<void> {
  const parent = tsOf(
    await stage.say('a message for the probes', 'chat.postMessage', {
      channel,
      text: 'For the probes',
      ...QUIET,
    }),
  );
  if (parent === '') return;
  const reply = tsOf(
    await stage.say('a reply for the probes', 'chat.postMessage', {
      channel,
      text: 'A reply',
      thread_ts: parent,
      reply_broadcast: true,
      ...QUIET,
    }),
  );
  if (reply === '') return;
  await stage.say(
    `${PROBE}a reply to a reply`,
    'chat.postMessage',
    { channel, text: 'A reply to a reply', thread_ts: reply, ...QUIET },
    EITHER,
  );
  await stage.say(
    `${PROBE}an edit of a reply that was sent to the channel`,
    'chat.update',
    { channel, ts: reply, text: 'A reply, edited', blocks: [section('A reply, edited')] },
    EITHER,
  );
}

async function askPictures({ stage, channelId, personId, picture: file }: ProbeScene): Promise<void> {
  const post = (what: string, id: string, pausedMs: number) =>
    stage.say(
      `${PROBE}${what}`,
      'chat.postMessage',
      { channel: channelId, text: 'A picture', blocks: [picture(id)], ...QUIET },
      { ...EITHER, pausedMs },
    );
  const fresh = await stage.upload('a picture for the probes', file);
  if (fresh === null) return;
  await post('a fresh picture at once', fresh, 0);
  const shown = tsOf(await post('the same picture after 3 seconds', fresh, PICTURE_WAIT_MS));
  if (personId !== null) {
    await stage.say(
      `${PROBE}a picture to one person`,
      'chat.postEphemeral',
      { channel: channelId, user: personId, text: 'A picture', blocks: [picture(fresh)] },
      EITHER,
    );
  }
  await stage.say(
    `${PROBE}a picture in a window`,
    'blocks.validate',
    { view: window([picture(fresh)]) },
    EITHER,
  );
  await stage.say(
    `${PROBE}a picture from an address that gives none`,
    'chat.postMessage',
    {
      channel: channelId,
      text: 'A picture',
      blocks: [
        { type: 'image', image_url: 'https://paylink.example.com/pictures/none.png', alt_text: 'No picture' },
      ],
      ...QUIET,
    },
    EITHER,
  );
  const noImage = await stage.upload(
    'a file that is no picture',
    { ...file, bytes: Buffer.from('no picture'), name: 'no-picture.png' },
    'either',
  );
  if (noImage !== null) await post('a file that is no picture, after 3 seconds', noImage, PICTURE_WAIT_MS);
  if (shown === '') return;
  const gone = await stage.say(
    `${PROBE}the picture of a message is deleted`,
    'files.delete',
    { file: fresh },
    EITHER,
  );
  if (gone.result.end !== 'accepted') return;
  const left = stage.leftovers().find((one) => one.is === 'file' && one.id === fresh);
  if (left) stage.removed(left);
  await stage.say(
    `${PROBE}an edit that carries the deleted picture`,
    'chat.update',
    { channel: channelId, ts: shown, text: 'A picture', blocks: [section('Edited'), picture(fresh)] },
    EITHER,
  );
}

async function askPicturesOfOurs({ stage, channelId, personId, pictureUrl }: ProbeScene): Promise<void> {
  if (pictureUrl === null) return;
  const blocks = [{ type: 'image', image_url: pictureUrl, alt_text: 'A picture of the rehearsal' }];
  const said = { channel: channelId, text: 'A picture', blocks };
  await stage.say(
    `${PROBE}a picture from Paylink’s own address`,
    'chat.postMessage',
    { ...said, ...QUIET },
    EITHER,
  );
  if (personId !== null)
    await stage.say(
      `${PROBE}a picture from Paylink’s own address to one person`,
      'chat.postEphemeral',
      { ...said, user: personId },
      EITHER,
    );
}

async function askSizes({ stage, channelId: channel }: ProbeScene): Promise<void> {
  const ts = tsOf(
    await stage.say('a message to make long', 'chat.postMessage', { channel, text: 'Short', ...QUIET }),
  );
  if (ts !== '') {
    for (const length of [4_000, 4_001])
      await stage.say(
        `${PROBE}an edit to a text of ${length.toLocaleString('en')} characters`,
        'chat.update',
        { channel, ts, text: 'x'.repeat(length) },
        EITHER,
      );
  }
  for (const length of [8_000, 100_000])
    await stage.say(
      `${PROBE}metadata of ${length.toLocaleString('en')} characters`,
      'chat.postMessage',
      {
        channel,
        text: 'With metadata',
        metadata: { event_type: 'paylink_rehearsal', event_payload: { filling: 'x'.repeat(length) } },
        ...QUIET,
      },
      EITHER,
    );
}

async function askWindows({ stage, channelId }: ProbeScene): Promise<void> {
  const outside = buildField({
    type: 'conversations_select',
    action_id: 'field',
    filter: { include: ['im'] },
    initial_conversation: channelId,
  });
  for (const [name, block] of [
    ...PROBED_FIELDS,
    ['an initial channel outside the filter', outside] as const,
  ]) {
    if (!stage.isRunning()) return;
    await stage.say(`${PROBE}${name}`, 'blocks.validate', { view: window([block]) }, EITHER);
  }
  const table = {
    type: 'data_table',
    caption: 'x'.repeat(5_000),
    rows: [[{ type: 'raw_text', text: 'Head' }], [{ type: 'raw_text', text: 'Cell' }]],
  };
  await stage.say(
    `${PROBE}a table’s caption of 5,000 characters`,
    'blocks.validate',
    { message: { blocks: [table] } },
    EITHER,
  );
}

async function askOtherChannel({ stage, otherChannelId }: ProbeScene): Promise<void> {
  if (otherChannelId === null) return;
  await stage.say(
    `${PROBE}a post to a channel without Paylink`,
    'chat.postMessage',
    { channel: otherChannelId, text: 'Paylink rehearsal; removed at once.', ...QUIET },
    EITHER,
  );
}

function window(blocks: unknown[]): unknown {
  return {
    type: 'modal',
    title: { type: 'plain_text', text: 'Rehearsal' },
    submit: { type: 'plain_text', text: 'Send' },
    blocks,
  };
}

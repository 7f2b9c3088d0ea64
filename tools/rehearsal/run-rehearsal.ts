import { limits } from '../../packages/local-slack/src/limits.ts';
import { section } from '../../src/blocks/message.ts';
import type { Clock } from '../../src/clock.ts';
import { drawQr } from '../../src/delivery/pictures/draw-qr.ts';
import { explainBotToken, readPlaceTrouble } from '../../src/slack/slack-errors.ts';
import { buildLookAt } from './look-at.ts';
import type { Options, SlackPlace } from './read-options.ts';
import { createShow, QUIET, validate } from './show.ts';
import { type Cast, readShown } from './shown.ts';
import { createStage, isBad, type Stage, type Step } from './stage.ts';
import { buildLine, buildSummary } from './table.ts';

export const EXIT = { good: 0, bad: 1, notReady: 78, stopped: 130 } as const;

/** Slack refuses a new picture for some seconds. */
const PICTURE_WAIT_MS = 3_000;

interface Rehearsal {
  options: Options;
  place: SlackPlace;
  clock: Clock;
  write(text: string): void;
  /** Aborted: posts nothing new, and removes what was posted. */
  stop: AbortSignal;
}

/** Returns the exit code. */
export const runRehearsal = async (rehearsal: Rehearsal): Promise<number> => {
  const { options, place, clock, write, stop } = rehearsal;
  if (!options.isBlocksOnly && place.botToken === null) {
    write(NO_TOKEN);
    return EXIT.notReady;
  }
  const stage = createStage({
    ...{ place, clock },
    onStep: (step) => {
      if (!step.what.startsWith('remove: ') || step.end !== 'accepted') write(buildLine(step));
    },
  });
  if (options.isBlocksOnly) await validateAll(stage, stop);
  else if ((await showAll(stage, rehearsal)) !== null) return EXIT.notReady;
  write(`\n${buildSummary(stage.steps)}`);
  if (stage.isUnreachable())
    write(`Slack cannot be reached (${stage.steps.at(-1)?.error}): check this machine’s network.\n`);
  if (stop.aborted) return EXIT.stopped;
  return stage.steps.some(isBad) ? EXIT.bad : EXIT.good;
};

const NO_TOKEN = `SLACK_BOT_TOKEN is missing: copy the Bot User OAuth Token of the test workspace from OAuth & Permissions of your Slack app. With many workspaces, give it for this one command: SLACK_BOT_TOKEN=xoxb-… npm run rehearsal -- …
Without a workspace: npm run rehearsal -- --blocks-only
`;

async function validateAll(stage: Stage, stop: AbortSignal): Promise<void> {
  for (const shown of readShown()) {
    if (stop.aborted || stage.isUnreachable()) return;
    await validate(shown, stage);
  }
}

/** What to do if the channel refuses posts. */
const explainChannel = (code: string): string =>
  readPlaceTrouble(code) === 'not-there'
    ? 'Type /invite @Paylink in the channel, and check the id: click the channel’s name, it is at the end of About.'
    : 'Make a channel for tests where apps may post, and give its id with --channel.';

/** `EXIT.notReady`: nothing was shown, and why is said. */
async function showAll(
  stage: Stage,
  { options, clock, write, stop }: Rehearsal,
): Promise<typeof EXIT.notReady | null> {
  const known = await stage.say('whose token it is', 'auth.test', {});
  if (known.end === 'refused') {
    write(`Slack refuses the token (${known.error}). ${explainBotToken(known.error)}\n`);
    return EXIT.notReady;
  }
  const opened = await stage.say('the first post', 'chat.postMessage', {
    channel: options.channel,
    text: 'Paylink rehearsal: every message, with made-up links. All of them are removed within a few minutes.',
    ...QUIET,
  });
  if (opened.end === 'refused') {
    write(`The channel refuses posts (${opened.error}). ${explainChannel(opened.error ?? '')}\n`);
    return EXIT.notReady;
  }
  if (opened.end === 'accepted') await showEach(stage, { options, clock, stop }, known);
  write('\nRemoving everything…\n');
  for (const one of await stage.clear())
    write(
      `Stays: ${one.is === 'message' ? `the message “${one.what}”, ${one.ts} in the channel` : `the file of “${one.what}”, which only the app can see`}.\n`,
    );
  const unsure = stage.steps.filter(({ method, end }) => method === 'chat.postMessage' && end === 'lost');
  if (unsure.length > 0) write(`Check the channel: ${unsure.length} posts got no answer and may be there.\n`);
  write(buildLookAt(known.answer?.['app_id']));
  return null;
}

const LONGEST = limits.message.blocksText;

async function showEach(
  stage: Stage,
  { options: { channel, person }, clock, stop }: Pick<Rehearsal, 'options' | 'clock' | 'stop'>,
  { answer }: Step,
): Promise<void> {
  const file = await drawQr('https://pay.example.com/p/rehearsal');
  const { made } = await stage.upload('QR picture', file, 'rehearsal-qr.png');
  if (made?.is !== 'file') return;
  await clock.sleep(PICTURE_WAIT_MS, stop);
  const channelId = channel ?? '';
  const cast: Cast = {
    ...{ teamId: String(answer?.['team_id']), channelId, qrFileId: made.id },
    personId: person ?? String(answer?.['user_id']),
  };
  const blocks = Array.from({ length: 4 }, () => section('x'.repeat(LONGEST / 4)));
  const longest = { channel, text: 'The longest message', blocks, ...QUIET };
  await stage.say(`${LONGEST} characters over all blocks`, 'chat.postMessage', longest);
  const show = createShow({ stage, channelId, personId: person });
  for (const shown of readShown(cast)) {
    if (stop.aborted || stage.isUnreachable()) return;
    await show(shown);
  }
}

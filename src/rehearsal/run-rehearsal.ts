import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { SAMPLE_FILE } from '../delivery/pictures/draw-qr.ts';
import { findPictureBase } from '../delivery/pictures/pictures.ts';
import { describeSilence, readFailureCode } from '../operations/doctor/ask.ts';
import { ADD_SCOPES, listMissingScopes } from '../operations/doctor/check-slack.ts';
import { explainBotToken, readPlaceTrouble } from '../slack/slack-errors.ts';
import { buildCatalogue } from './catalogue/catalogue.ts';
import type { Cast } from './catalogue/entry.ts';
import { cleanUp, drawChart, drawQr, perform, QUIET, tsOf, validate } from './perform.ts';
import { probe } from './probes.ts';
import type { Options, SlackPlace } from './read-options.ts';
import { createRecording } from './recording.ts';
import { createRedactor } from './redact.ts';
import { createSlackCaller } from './slack-calls.ts';
import { createStage, isUnexpected, readText, type Stage, type Step } from './stage.ts';
import { buildLine, buildSummary } from './table.ts';

export const EXIT = { good: 0, bad: 1, notReady: 78, stopped: 130 } as const;

/** After this many lost calls in a row, Slack is unreachable, not busy. */
const MOST_LOST = 3;
const PICTURE_WAIT_MS = 3_000;
const NEEDED = ['chat:write', 'files:write'];

interface Rehearsal {
  options: Options;
  place: SlackPlace;
  clock: Clock;
  write(text: string): void;
  /** Aborted: sends nothing new and cleans up. */
  stop: AbortSignal;
  /** Aborted: stops cleaning up, too. */
  hurry: AbortSignal;
}

/** Returns the exit code. Throws `FolderError`. */
export const runRehearsal = async (rehearsal: Rehearsal): Promise<number> => {
  const { options, place, clock, write, stop, hurry } = rehearsal;
  const { botToken, apiUrl, publicUrl } = place;
  if (!options.isBlocksOnly && botToken === null) {
    write(`${NO_TOKEN}\n`);
    return EXIT.notReady;
  }
  const redactor = createRedactor({ publicUrl });
  const steps: Step[] = [];
  const gone = new AbortController();
  const ended = AbortSignal.any([stop, gone.signal]);
  const waiting = () => (ended.aborted ? hurry : ended);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const recording = createRecording({ out: options.out, day, redactor });
  let isWritten = true;
  const record = (step: Step): void => {
    if (!isWritten) return;
    try {
      recording.add(step);
    } catch (error) {
      // Clean up anyway.
      isWritten = false;
      write(
        `✗ ${recording.folder} cannot be written (${readFailureCode(error)}): the rest is not recorded.\n`,
      );
      gone.abort();
    }
  };
  let lost = 0;
  const stage = createStage({
    slack: createSlackCaller({ apiUrl, token: botToken, clock, waiting }),
    isEnded: () => ended.aborted,
    pause: (ms) => clock.sleep(ms, waiting()),
    onStep: (step) => {
      steps.push(step);
      record(step);
      const isRemoval = step.what.startsWith('remove: ');
      if (!isRemoval || step.result.end !== 'accepted') write(buildLine(step));
      lost = step.result.end === 'lost' ? lost + 1 : 0;
      if (lost >= MOST_LOST) gone.abort();
    },
  });
  const finish = (code: number): number => {
    write(`\n${buildSummary(steps)}\nThe answers, without tokens and names, are in ${recording.folder}.\n`);
    if (lost >= MOST_LOST) write(`${describeLost(steps)}\n`);
    if (stop.aborted) return EXIT.stopped;
    return gone.signal.aborted || steps.some(isUnexpected) ? EXIT.bad : code;
  };

  if (options.isBlocksOnly) {
    await validateAll(stage);
    return finish(EXIT.good);
  }

  const base = findPictureBase(publicUrl, apiUrl);
  const pictureUrl = base === null ? null : `${base}/${SAMPLE_FILE}`;
  const cast = await begin({ stage, options, write, redactor });
  if (typeof cast === 'number') return cast === EXIT.good ? finish(cast) : cast;
  try {
    await rehearse({ stage, options, cast, pictureUrl });
  } finally {
    write('\nRemoving everything…\n');
    const left = await cleanUp(stage, () => hurry.aborted);
    const said = steps.filter(({ what, result }) => what.startsWith('remove: ') && result.end === 'accepted');
    write(`Removed: ${said.length}.\n`);
    for (const one of left)
      write(
        `Stays: ${one.is === 'message' ? `the message “${one.what}”, ${one.ts} in the channel` : `the file of “${one.what}”, which only the app can see`}.\n`,
      );
  }
  const unsure = steps.filter(
    ({ result }) => result.end === 'lost' && result.method === 'chat.postMessage',
  ).length;
  if (unsure > 0) write(`Check the channel: ${unsure} posts got no answer and may be there.\n`);
  if (options.person !== null)
    write(
      'Ephemeral messages disappear when Slack is reloaded; the Home tab is redrawn when it is opened.\n',
    );
  if (pictureUrl === null)
    write('Not tried: pictures from Paylink’s own address, as PUBLIC_URL is no public https address.\n');
  write(`${NOT_TRIED}\n`);
  return finish(EXIT.good);
};

const NO_TOKEN = `SLACK_BOT_TOKEN is missing: copy the Bot User OAuth Token of the test workspace from OAuth & Permissions of your Slack app. With many workspaces, give it for this one command: SLACK_BOT_TOKEN=xoxb-… npm run rehearsal -- …
Without a workspace: npm run rehearsal -- --blocks-only`;

const NOT_TRIED =
  'Not tried, because Slack needs a person’s click: opening modals (their blocks were validated), and answers to commands. Type /paylink once by hand.';

/** What to do if the channel refuses posts. */
const explainChannel = (code: string): string =>
  readPlaceTrouble(code) === 'not-there'
    ? 'Type /invite @Paylink in the channel, and check the id: click the channel’s name, it is at the end of About.'
    : 'Make a channel for tests where apps may post, and give its id with --channel.';

/** Checks the token, its scopes, and a first post to the channel. Returns the cast, or the exit code. */
async function begin({
  stage,
  options: { channel, person, otherChannel },
  write,
  redactor,
}: {
  stage: Stage;
  options: Options;
  write(text: string): void;
  redactor: ReturnType<typeof createRedactor>;
}): Promise<(Pick<Cast, 'teamId' | 'channelId' | 'personId'> & { botId: string }) | number> {
  const channelId = channel ?? '';
  redactor.name(channelId, 'channel');
  redactor.name(otherChannel ?? '', 'other-channel');
  redactor.name(person ?? '', 'person');
  const { result } = await stage.say('whose token it is', 'auth.test', {});
  if (result.end === 'lost') {
    const { what, remedy } = describeSilence(result.error);
    write(`Slack cannot be reached: ${what}. ${remedy}\n`);
    return EXIT.bad;
  }
  if (result.end === 'refused') {
    write(`Slack refuses the token (${result.error}). ${explainBotToken(result.error)}\n`);
    return EXIT.notReady;
  }
  const [teamId, botId] = [readText(result.answer?.['team_id']), readText(result.answer?.['user_id'])];
  const granted = scopesSchema.safeParse(result.answer).data?.response_metadata.scopes;
  const missing = granted === undefined ? [] : listMissingScopes(granted);
  if (missing.length > 0) write(`The token lacks ${missing.join(', ')}. ${ADD_SCOPES}\n`);
  if (NEEDED.some((scope) => missing.includes(scope))) return EXIT.notReady;

  const opened = await stage.say('the first post', 'chat.postMessage', {
    channel: channelId,
    text: 'Paylink rehearsal: every message, with made-up links. All of them are removed within a few minutes.',
    ...QUIET,
  });
  if (tsOf(opened) === '') {
    const code = opened.result.error ?? '';
    write(`The channel refuses posts (${code}). ${explainChannel(code)}\n`);
    return opened.result.end === 'lost' ? EXIT.bad : EXIT.notReady;
  }
  return { teamId, channelId, personId: person ?? botId, botId };
}

const scopesSchema = z.looseObject({
  response_metadata: z.looseObject({ scopes: z.array(z.string()) }),
});

async function rehearse({
  stage,
  options,
  cast,
  pictureUrl,
}: {
  stage: Stage;
  options: Options;
  cast: Pick<Cast, 'teamId' | 'channelId' | 'personId'>;
  pictureUrl: string | null;
}): Promise<void> {
  const [qr, chart] = [await drawQr(), await drawChart()];
  const qrFileId = await stage.upload('QR picture', qr);
  const chartFileId = await stage.upload('chart picture', chart);
  if (qrFileId === null || chartFileId === null || !stage.isRunning()) return;
  // Slack refuses a new file for some seconds: a probe measures this.
  await stage.rest(PICTURE_WAIT_MS);
  const scene = { stage, channelId: cast.channelId, personId: options.person };
  await perform(buildCatalogue({ ...cast, qrFileId, chartFileId, pictureUrl }), scene);
  await probe({ ...scene, otherChannelId: options.otherChannel, picture: qr, pictureUrl });
}

/** Made-up ids: `blocks.validate` knows no workspace. */
const NOBODY: Cast = {
  teamId: 'T0REHEARSAL',
  channelId: 'C0REHEARSAL',
  personId: 'U0REHEARSAL',
  qrFileId: 'F0REHEARSAL',
  chartFileId: 'F0REHEARSAL',
  pictureUrl: null,
};

async function validateAll(stage: Stage): Promise<void> {
  for (const entry of buildCatalogue(NOBODY)) {
    if (!stage.isRunning()) return;
    if (entry.kind !== 'sentence') await validate(entry, stage);
  }
}

function describeLost(steps: readonly Step[]): string {
  const { what, remedy } = describeSilence(steps.at(-1)?.result.error ?? null);
  return `Slack cannot be reached: ${what}. ${remedy}`;
}

// @module-tag long

import { expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/rehearsal/recording.ts';
import { buildComparison, replay, serveSample } from '../../src/rehearsal/replay.ts';
import { rehearse, type Stage, startSlack } from './rehearse.ts';

const placeOf = ({ slack }: Stage) => ({
  apiUrl: slack.apiUrl,
  botToken: slack.botToken,
  channel: slack.team.ids.frontDesk,
  person: slack.team.ids.sara,
  otherChannel: slack.team.ids.quiet,
});

const record = async () => {
  const stage = await startSlack();
  const { sara, quiet } = stage.slack.team.ids;
  const { publicUrl, close } = await serveSample();
  onTestFinished(close);
  const { folder } = await rehearse(stage, {
    options: { person: sara, otherChannel: quiet },
    place: { publicUrl },
  });
  return readRecording(folder);
};

/** Two rehearsals of some three hundred calls. */
const PATIENCE_MS = 120_000;

test('a replay on another local Slack finds no differences, and reports those that exist', {
  timeout: PATIENCE_MS,
}, async () => {
  const calls = await record();
  expect(calls.length).toBeGreaterThan(150);
  const signal = new AbortController().signal;
  const same = await startSlack();
  const differences = await replay(calls, { place: placeOf(same), clock: same.clock, signal });
  expect(differences).toEqual([]);
  expect(buildComparison(calls.length, differences)).toBe(
    `${calls.length} calls, and the local Slack answers each as recorded.\n`,
  );

  const other = await startSlack({ behaviours: { threadOfReply: 'refused' } });
  // The recorded answers have more fields, as the real Slack's may.
  const some = calls.filter(({ what }) => /token|for the probes|probe: a reply|to one person/.test(what));
  const richer = some.map((call) =>
    call.method === 'chat.postEphemeral' ? { ...call, answer: { ...call.answer, sent_at: 7 } } : call,
  );
  const text = buildComparison(
    richer.length,
    await replay(richer, { place: placeOf(other), clock: other.clock, signal }),
  );
  expect(text).toContain(
    '✗ chat.postMessage, probe: a reply to a reply: recorded accepted, the local Slack cannot_reply_to_message',
  );
  expect(text).toMatch(/~ chat\.postEphemeral, only in the recording: sent_at \(number\) × \d/);
});

test('a folder without a recording is refused with an explanation', () => {
  expect(() => readRecording('/nowhere')).toThrow('/nowhere cannot be read.');
  expect(() => readRecording(new URL('.', import.meta.url).pathname)).toThrow('holds no rehearsal');
});

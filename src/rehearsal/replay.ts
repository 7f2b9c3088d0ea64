import type { Clock } from '../clock.ts';
import { RATE_LIMITED } from '../slack/slack-errors.ts';
import { compareAnswers, type Difference } from './compare-answers.ts';
import { isPlaceholder, makeUpId } from './placeholders.ts';
import type { RecordedCall } from './recording.ts';
import { serveSample } from './serve-sample.ts';
import { readText } from './stage.ts';
import { createTalk, type Json, UPLOAD } from './talk.ts';

export interface ReplayPlace {
  apiUrl: string;
  botToken: string;
  /** What stands there for the places and people that were given to the rehearsal. */
  channel: string;
  person: string;
  otherChannel: string;
}

/**
 * Says what was recorded to another Slack. A placeholder is filled with what that Slack answered where it first stood
 * in a recorded answer.
 */
export const replay = async (
  calls: readonly RecordedCall[],
  { place, clock, signal }: { place: ReplayPlace; clock: Clock; signal: AbortSignal },
): Promise<Difference[]> => {
  const talk = createTalk({ ...place, token: place.botToken, clock, waiting: () => signal });
  const sample = await serveSample();
  const known = new Map([
    ['{channel}', place.channel],
    ['{person}', place.person],
    ['{other-channel}', place.otherChannel],
    ['{public-url}', sample.publicUrl],
  ]);
  const differences: Difference[] = [];
  for (const call of calls) {
    if (signal.aborted) break;
    // What got no answer, or came too fast, says nothing about how Slack answers.
    if (call.end === 'lost' || call.error === RATE_LIMITED) continue;
    if (call.pausedMs > 0) await clock.sleep(call.pausedMs, signal);
    const args = fill(call.request, known);
    const now =
      call.method === UPLOAD
        ? await talk.upload(readText(args['url']), Buffer.from(readText(args['bytes']), 'base64'))
        : await talk.call(call.method, args);
    learn(call.answer, now.answer, known);
    const difference = compareAnswers(call, now);
    if (difference !== null) differences.push(difference);
  }
  await sample.close();
  return differences;
};

function learn(recorded: unknown, now: unknown, known: Map<string, string>): void {
  if (typeof recorded === 'string') {
    if (isPlaceholder(recorded) && typeof now === 'string' && !known.has(recorded)) known.set(recorded, now);
  } else if (Array.isArray(recorded)) {
    if (Array.isArray(now)) for (const [at, one] of recorded.entries()) learn(one, now[at], known);
  } else if (typeof recorded === 'object' && recorded !== null && typeof now === 'object' && now !== null) {
    const live = new Map(Object.entries(now));
    for (const [name, part] of Object.entries(recorded)) learn(part, live.get(name), known);
  }
}

function fill(request: Json, known: ReadonlyMap<string, string>): Json {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(/\{[a-z-]+(?:-\d+)?\}/g, (text) => known.get(text) ?? makeUpId(text));
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
  };
  return Object.fromEntries(Object.entries(request).map(([name, part]) => [name, walk(part)]));
}

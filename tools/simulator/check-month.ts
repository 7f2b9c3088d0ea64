import type { DayResult } from './check-day.ts';
import { ADMIN } from './paylink.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Until a card says what an answer means for its link. */
const SHOWN_WITHIN_MS = 60_000;
/** What is asked once more is no other question. */
const IS_QUESTION = /^(🟠 Is this paid|📋 New in)/u;
const OWN = `D${ADMIN.slice(1)}`;
/** Not where it only waits for its transaction. */
const isReported = ({ text }: { text: string }): boolean => /^🟠 Reported(?!.*list of payments)/su.test(text);

/** Each week brings a harmless name that nobody knows: it is asked about once, and no sale waits longer than for the answer. */
export const checkMonth = (
  { messages, now }: DayResult,
  { startAt, answeredAt }: { startAt: number; answeredAt: readonly number[] },
): string[] => {
  const asked = messages.flatMap(({ channel, said: [first] }) =>
    channel === OWN && first !== undefined && IS_QUESTION.test(first.text) ? [first.at] : [],
  );
  const weeks = Math.ceil((now - startAt) / WEEK_MS);
  const often = Array.from(
    { length: weeks },
    (_, week) => asked.filter((at) => Math.floor((at - startAt) / WEEK_MS) === week).length,
  );
  const waits = messages.flatMap(({ threadTs, said }) => {
    const from = threadTs === null ? said.findIndex(isReported) : -1;
    const begun = said[from];
    const until = said.slice(from).find((one) => !isReported(one))?.at ?? now;
    return begun === undefined ? [] : [{ text: begun.text, from: begun.at, until }];
  });
  const isForAnswer = (until: number) => answeredAt.some((at) => Math.abs(until - at) <= SHOWN_WITHIN_MS);
  return [
    ...(asked.length === 0 ? ['nothing was asked in a month'] : []),
    ...often.flatMap((times, week) => (times > 1 ? [`${times} questions in week ${week + 1}`] : [])),
    ...waits.flatMap(({ text, from, until }) =>
      isForAnswer(until) ? [] : [`for ${Math.round((until - from) / 60_000)} minutes: ${text}`],
    ),
  ];
};

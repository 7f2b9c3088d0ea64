import { insist } from '../../insist.ts';
import type { ListenerDependencies } from '../deps.ts';

/** Events are acknowledged before they are heard: Slack does not send one again that could not be written down. */
const INSIST_FOR_MS = 15 * 60_000;

/** Writes down what an event says, also when the database is away for a moment. */
export const untilWritten = <Result>(
  write: () => Promise<Result>,
  {
    what,
    log,
    clock,
    work,
    reports,
  }: Pick<ListenerDependencies, 'log' | 'clock' | 'work'> & {
    what: string;
    reports: Pick<ListenerDependencies['reports'], 'stopping'>;
  },
): Promise<Result> => {
  const until = clock.now() + INSIST_FOR_MS;
  return work.track(
    insist(write, {
      until: () => until,
      signal: reports.stopping,
      clock,
      random: () => 0,
      onFault: (error) => log.error({ err: error }, `${what} was not written down; trying again`),
    }),
  );
};

import type { Base } from '../../app-parts.ts';
import { createPendingWork } from '../../delivery/pending-work.ts';
import type { PaymentServiceClient, ServiceRecord } from '../../payment-service/index.ts';
import { listValues, type RecordKind } from '../../payments/index.ts';
import type { SettleSeen } from './settle-seen.ts';
import { sortRecords } from './sort-records.ts';

type Listings = Pick<PaymentServiceClient, 'listTransactions' | 'listLinks'>;

/** Takes what reports, closes and exports read of the service: it may be news about links. */
export interface RowsSeen {
  /**
   * The same listings of an account; each page that somebody reads is taken, in the background. Nothing that comes of it fails
   * or delays the reading. `accountNow`: whose listings are read; null: nobody can tell.
   */
  watch<Service extends Listings>(of: ReadNow, service: Service): Service;
  /** Judges again what is kept of every link of the workspace that has one of these names: an answer is about them. */
  judgeAgain(teamId: string, names: readonly string[]): Promise<void>;
  /** Waits for the pages taken. */
  finished(): Promise<void>;
}

interface ReadNow {
  teamId: string;
  accountNow: () => Promise<string | null>;
}

/** Pages of a workspace that wait. More are left to the sweep of the night. */
const MOST_WAITING = 100;
/** One page says little of how much of a link's records it has. */
const inOnePage = () => ({
  isComplete: false,
  isWhole: false,
  areTransactionsRead: false,
  hasNameless: true,
});

export const createRowsSeen = (
  { store: { links }, clock, timeZone, log }: Base,
  settleSeen: SettleSeen,
): RowsSeen => {
  const work = createPendingWork();
  /** By workspace: its pages are settled one after the other. */
  const queues = new Map<string, { length: number; end: Promise<void> }>();

  const settle = async (
    { teamId, accountNow }: ReadNow,
    account: string,
    kind: RecordKind,
    records: readonly ServiceRecord[],
  ): Promise<void> => {
    try {
      // It may have changed while the service answered, and another account may have the same order ids.
      if ((await accountNow()) !== account) return;
      const sorted = sortRecords(
        (found) => links.tiedTo({ teamId, account }, listValues([], found)),
        timeZone,
      );
      await sorted.take(kind, records);
      await settleSeen(teamId, [...sorted.links().values()], inOnePage);
    } catch (error) {
      log.warn({ team: teamId, err: error }, 'records that a report read not settled');
    }
  };

  const take = (...page: Parameters<typeof settle>): void => {
    const [{ teamId }, , , records] = page;
    const queue = queues.get(teamId) ?? { length: 0, end: Promise.resolve() };
    if (records.length === 0 || queue.length >= MOST_WAITING) return;
    queues.set(teamId, queue);
    queue.length += 1;
    queue.end = queue.end
      .then(() => settle(...page))
      .then(() => {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(teamId);
      });
    void work.track(queue.end);
  };

  return {
    watch: (of, service) => {
      const watched =
        (kind: RecordKind, list: Listings['listLinks']): Listings['listLinks'] =>
        async (range, page) => {
          const account = await of.accountNow();
          const listed = await list(range, page);
          if (account !== null) take(of, account, kind, listed.records);
          return listed;
        };
      return {
        ...service,
        listTransactions: watched('transaction', service.listTransactions),
        listLinks: watched('link', service.listLinks),
      };
    },
    judgeAgain: async (teamId, names) => {
      for await (const some of links.withNames(teamId, names, clock.now())) {
        const seen = some.map((link) => ({ link, found: [], orderId: link.orderId }));
        await settleSeen(teamId, seen, inOnePage);
      }
    },
    finished: work.finished,
  };
};

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '../../src/open-store.ts';
import type { Written } from '../../src/store/engine/written.ts';
import { QUEUES } from '../../src/store/job-kinds.ts';
import type { Process } from './simulated-world.ts';

type Groups = {
  [Group in keyof Store as Store[Group] extends string | ((...given: never) => unknown)
    ? never
    : Group]: Store[Group];
};

/** All other methods write, which a full disk prevents. The types refuse the name of a method that does not exist. */
const READS: { [Group in keyof Groups]: readonly (keyof Groups[Group])[] } = {
  links: [
    'withNames',
    'find',
    'findWith',
    'findByNonce',
    'findByInvoiceId',
    'get',
    'history',
    'inState',
    'unfinishedOf',
    'saleVersionsOf',
    'sharing',
    'saleOf',
    'salesOf',
    'wasMadeAgain',
    'nextMade',
    'newestMade',
    'lastPayments',
    'nextCheck',
    'ofIds',
    'tiedTo',
  ],
  linkSearch: ['newest'],
  customers: ['recall', 'recallOf', 'openOf', 'search'],
  callbacks: ['ofLink'],
  keptRecords: ['ofLink', 'ofLinks'],
  channels: [],
  processes: ['countSince'],
  jobs: ['find', 'isWaiting', 'channelOf', 'standingOf', 'ofKind'],
  messages: ['find', 'places', 'behind'],
  schedules: ['find', 'list', 'unplanned'],
  linkDays: ['madeIn', 'movedIn', 'named', 'nameOf', 'knownReferences'],
  linkPayouts: [],
  saleFigures: ['of', 'linksOf', 'toCome', 'unsettled'],
  backlog: ['read'],
  retention: [],
  prune: [],
  removedWorkspaces: ['list', 'isRemoved'],
  installations: ['find', 'all', 'connectedTeams'],
  tickets: ['read'],
  pictures: ['find'],
  counterWindows: ['openedSince'],
  members: ['find', 'list'],
  settings: ['find', 'ofChannel'],
  taughtWords: ['list'],
  approvals: ['waitingIn'],
  approvalAsks: ['list'],
  batches: [
    ...([
      'find',
      'get',
      'isRunning',
      'askedIn',
      'rows',
      'rowsWithLinks',
      'rowsWithSales',
      'waitingRows',
      'heldRows',
    ] as const),
    'tally',
    'missing',
    'receivedSince',
  ],
  batchRepeats: ['remindedAt'],
  similarLinks: ['find'],
  auditEntries: ['slice', 'isKnown'],
  accounts: ['find', 'teams'],
  transactionReadings: ['accounts', 'openSpan', 'oldestTried', 'pastEnd'],
  meta: ['read'],
  identity: ['read'],
  missingLinks: ['teamAfter', 'compared', 'lacking', 'found'],
};

const isInSteps = (method: object): boolean => method.constructor.name === 'AsyncGeneratorFunction';

/** Each step is a call of its own. */
async function* inSteps<T>(
  steps: AsyncGenerator<T>,
  ask: (work: () => Promise<IteratorResult<T>>) => Promise<IteratorResult<T>>,
): AsyncGenerator<T> {
  for (let step = await ask(() => steps.next()); step.done !== true; step = await ask(() => steps.next()))
    yield step.value;
}

/** What a call has written, for its process to hear with the answer. */
const heardNow = new AsyncLocalStorage<Written[]>();

/** Of several processes on one store, each hears what it wrote itself. */
export const listenForProcesses = ({ jobs, links }: Store): void => {
  jobs.onFilled((queue, dueAt) => heardNow.getStore()?.push({ queue, dueAt }));
  links.onWritten((link) => heardNow.getStore()?.push({ link }));
};

/** The store as a process uses it: the process can die at every call. */
export const throughProcess = (store: Store, process: Process, isAlone: boolean): Store => {
  const hearers: ((written: Written) => void)[] = [];
  const tell = (written: Written): void => {
    for (const hear of hearers) hear(written);
  };
  const wrap = (group: keyof Groups) => {
    const methods: object = store[group];
    const reads: readonly string[] = READS[group];
    return Object.fromEntries(
      Object.entries(methods).map(([name, method]) => {
        const ask = async <T>(work: () => Promise<T>): Promise<T> => {
          const heard: Written[] = [];
          try {
            return await process[reads.includes(name) ? 'call' : 'write'](`${group}.${name}`, () =>
              heardNow.run(heard, work),
            );
          } finally {
            for (const written of heard) tell(written);
          }
        };
        return [
          name,
          (...given: unknown[]) =>
            isInSteps(method)
              ? inSteps(method.apply(methods, given), ask)
              : ask(async () => method.apply(methods, given)),
        ];
      }),
    );
  };
  const groups = (Object.keys(READS) as (keyof Groups)[]).map((group) => [group, wrap(group)]);
  const wrapped: Store = {
    ...store,
    ...Object.fromEntries(groups),
    engine: isAlone ? 'sqlite' : 'postgres',
  };
  return {
    ...wrapped,
    jobs: {
      ...wrapped.jobs,
      onFilled: (hear) =>
        void hearers.push((written) => {
          if ('queue' in written) hear(written.queue, written.dueAt);
        }),
      lookAgain: () => {
        for (const queue of QUEUES) tell({ queue, dueAt: Number.NEGATIVE_INFINITY });
      },
    },
    processes: { ...wrapped.processes, hasOthers: () => !isAlone },
    links: {
      ...wrapped.links,
      onWritten: (hear) =>
        void hearers.push((written) => {
          if ('link' in written) hear(written.link);
        }),
    },
  };
};

import type { Base, Request } from '../../../src/app-parts.ts';
import { systemClock } from '../../../src/clock.ts';
import { groupByTeam } from '../../../src/delivery/turns.ts';
import { readHome } from '../../../src/home/publish-home.ts';
import { createIds, hashToken } from '../../../src/ids.ts';
import { createCallbackIntake } from '../../../src/links/callbacks/callback-intake.ts';
import { buildFirstShow, buildLinkShow } from '../../../src/links/card/notice-kinds.ts';
import { createReadBack } from '../../../src/links/checks/read-back.ts';
import { createSettleSeen } from '../../../src/links/checks/settle-seen.ts';
import { createSweep } from '../../../src/links/checks/sweep.ts';
import { createLog } from '../../../src/log.ts';
import type { Store } from '../../../src/open-store.ts';
import { AGED } from '../../../src/operations/prune-store.ts';
import type { ListingPage, PaymentServiceClient } from '../../../src/payment-service/index.ts';
import { buildVocabulary } from '../../../src/payment-service/index.ts';
import { listValues } from '../../../src/payments/index.ts';
import { createMembers } from '../../../src/people/members.ts';
import { findLinks } from '../../../src/search/find-links.ts';
import { EVERY_LINK } from '../../../src/search/search-query.ts';
import { createSettings } from '../../../src/settings/settings.ts';
import type { Link } from '../../../src/store/link.ts';
import { createAccounts } from '../../../src/tenancy/accounts.ts';
import { buildBenchLink } from '../bench-link.ts';
import { teamAt } from './fill-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const ZONE = 'Asia/Dubai';
const ACCOUNT = 'ACC-1';
const CHECKS = {
  checkAfterMs: 5_000,
  checkAtMostMs: 300_000,
  sweepEveryMs: 600_000,
  requestLastsMs: 120_000,
};

/** What people and jobs do, through the rooms' own code on the store. Slack and the service only answer. */
export type Operation = (turn: number) => Promise<void>;

export const buildOperations = (store: Store, teams: number): Record<string, Operation> => {
  const clock = systemClock;
  const log = createLog('fatal');
  const ids = createIds();
  const { links, linkDays, callbacks, prune } = store;
  const members = createMembers({ members: store.members, adminsOf: async () => ['U1'], clock });
  const settings = createSettings({ settings: store.settings, clock });
  const intake = createCallbackIntake({ callbacks, clock, log });
  const words = buildVocabulary();
  // Another workspace each time, so that pages are not warm from the last read.
  const teamOf = (turn: number) => teamAt((turn * 7_919) % teams);

  const makeLink = async (turn: number) => {
    const at = clock.now();
    const id = ids.link();
    const token = ids.callbackToken(id);
    const teamId = teamOf(turn);
    const link = buildBenchLink({
      id,
      nonce: ids.nonce(),
      teamId,
      channelId: 'C1',
      creatorId: 'U1',
      creatorName: 'sara',
      invoiceId: `GROWTH-${id}`,
      callbackTokenHash: hashToken(token),
      expiresAt: at + 30 * DAY_MS,
      at,
    });
    const customer = {
      ...link,
      details: { ...link.details, Phone: `+97155${1_000_000 + turn}`, Email: `${id}@example.com` },
    };
    const reserved = await links.reserve(customer, { shown: [], at });
    if (reserved.link === null) throw new Error('the link was not reserved');
    await links.move({
      id,
      to: 'open',
      at,
      cause: 'answered',
      orderId: id,
      address: `https://pay.example.com/p/${id}`,
      jobs: [buildFirstShow(reserved.link)],
    });
    return { id, token, teamId };
  };

  const payable: Awaited<ReturnType<typeof makeLink>>[] = [];
  const called: typeof payable = [];

  return {
    form: async (turn) => {
      const teamId = teamOf(turn);
      await settings.of(teamId);
      await store.customers.recall({ teamId, ownerId: null }, { phone: '+971501234567' });
    },
    submit: async (turn) => {
      payable.push(await makeLink(turn));
    },
    callback: async () => {
      const link = payable.shift();
      if (!link) throw new Error('there is no link to call back for');
      const { status } = await intake.take(
        hashToken(link.token),
        '',
        Buffer.from(JSON.stringify({ status: 'PAID', of: link.id })),
      );
      if (status !== 200) throw new Error(`a callback was answered with ${status}`);
      called.push(link);
    },
    paid: async () => {
      const link = called.shift();
      if (!link) throw new Error('there is no link to be paid');
      const at = clock.now();
      await store.jobs.claim({ at, queue: 'checks', leaseMs: 30_000, limit: 1, token: ids.nonce() });
      const known = await links.get(link.id);
      await links.sharing(known, listValues([known]));
      await links.move({
        id: link.id,
        to: 'paid',
        at,
        cause: 'the service says paid',
        ifVersion: known.version,
        jobs: [buildLinkShow(known, at)],
        ofSale: () => [],
      });
    },
    home: async (turn) => {
      const request = {
        store,
        accounts: createAccounts({ store: store.accounts, accountNow: async () => null, clock }),
        members,
        scopesOf: async () => null,
        approvals: { waitingIn: (teamId: string) => store.approvals.waitingIn(teamId, clock.now()) },
        connectAddress: null,
        config: { publicUrl: 'https://paylink.example' },
        clock,
        timeZone: ZONE,
      };
      await readHome({ teamId: teamOf(turn), userId: 'U1' }, null, request as unknown as Request);
    },
    find: async (turn) => {
      const ask = { teamId: teamOf(turn), before: clock.now() };
      const named = { ...ask, query: { ...EVERY_LINK, words: ['zebulon'] } };
      await findLinks(named, store);
      const numbered = { ...ask, query: { ...EVERY_LINK, number: 'INV-7' } };
      await findLinks(numbered, store);
    },
    sweep: async (turn) => {
      const teamId = teamOf(turn);
      const open = await openOf(store, teamId);
      await store.accounts.claim(teamId, { id: ACCOUNT, host: 'pay.example.com' }, clock.now());
      const now = clock.now();
      const reading = { covered: { since: 0, until: now }, wholeAt: now };
      const base = {
        store: {
          ...store,
          transactionReadings: {
            ...store.transactionReadings,
            accounts: async () => [{ teamId, account: ACCOUNT, isActive: true, reading }],
          },
        },
        services: { of: () => listing(open) },
        vocabularies: { of: async () => words },
        config: { checks: CHECKS, paymentService: { paths: { link: '', transaction: '' } } },
        ...{ clock, isClockSure: async () => true, timeZone: ZONE, log },
      } as unknown as Base;
      const settleSeen = createSettleSeen(base, {
        readBack: createReadBack(base),
        settle: async (link) => link,
      });
      await (await createSweep(base, settleSeen)()).ended;
    },
    details: async (turn) => {
      const [link] = await links.unfinishedOf({ teamId: teamOf(turn), ownerId: 'U1', limit: 1 });
      if (link) await links.saleOf(link);
    },
    // These read more as data grows; what counts is the longest event-loop block.
    'customer nobody knows': async (turn) => {
      await store.customers.search({ teamId: teamOf(turn), ownerId: null }, [{ start: 'zebulon' }], 20);
    },
    'what a sweep reads': async () => {
      const at = clock.now();
      await store.transactionReadings.accounts({ at, madeSince: at - 90 * DAY_MS });
    },
    'checks that are due': async () => {
      const at = clock.now();
      await store.jobs.claim({ at, queue: 'checks', leaseMs: 0, limit: 100, token: ids.nonce() });
    },
    close: async (turn) => {
      const teamId = teamOf(turn);
      const to = clock.now();
      for (const ago of [0, 7]) {
        const span = { from: to - (ago + 1) * DAY_MS, to: to - ago * DAY_MS };
        await store.saleFigures.of({ teamId, span });
      }
      const held = await linkDays.madeIn(teamId, { from: to - DAY_MS, to });
      await linkDays.knownReferences(teamId, ['INV-1', 'INV-2', ...held.map(({ invoiceId }) => invoiceId)]);
      await store.saleFigures.toCome(teamId);
      for await (const _ of store.saleFigures.unsettled(teamId));
    },
    pruning: async () => {
      const at = clock.now();
      await prune.batchPreviews(at);
      for (const table of AGED)
        for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false)
          ({ next: after } = await prune.old(table, { at, after, limit: 500 }));
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false)
        ({ next: after } = await store.retention.eraseForgotten({ at, after, limit: 100 }));
    },
  };
};

/** What a process does on its database before it listens. */
export const readAtStart = async (store: Store): Promise<void> => {
  await store.links.inState('reserved');
  await store.links.makeChecksDue(Date.now());
  await store.jobs.releaseAll();
  await store.counterWindows.openedSince(Date.now() - 30 * 60_000, 500);
  await store.schedules.unplanned();
};

const opened = new WeakMap<Store, Map<string, Link[]>>();

/** Read once: finding workspaces with open links covers all of them and grows with their number. */
async function openOf(store: Store, teamId: string): Promise<Link[]> {
  let byTeam = opened.get(store);
  if (!byTeam) {
    byTeam = groupByTeam(await store.links.inState('open'));
    opened.set(store, byTeam);
  }
  return byTeam.get(teamId) ?? [];
}

/** One listing page with these links, all unpaid. */
function listing(links: readonly Link[]): PaymentServiceClient {
  const page = (records: ListingPage['records']): ListingPage => ({
    records,
    hasList: true,
    total: records.length,
  });
  const rows = links.map(({ orderId, invoiceId, amountFils }) => ({
    fields: { orderId, Invoice_Id: invoiceId, amount: amountFils / 100, currency: 'AED', status: 'PENDING' },
  }));
  return {
    listLinks: async (_: unknown, { page: at } = { page: 0 }) => page(at === 0 ? rows : []),
    listTransactions: async () => page([]),
  } as unknown as PaymentServiceClient;
}

import { createRandom } from '../../packages/local-slack/src/random.ts';
import type { BrokenAnswer, Transport, WholeAnswer } from '../../src/payment-service/index.ts';
import { type Answer, buildRefusal } from '../sandbox/answer.ts';
import type { SandboxCredentials } from '../sandbox/check-caller.ts';
import { checkCaller, SANDBOX_CREDENTIALS } from '../sandbox/check-caller.ts';
import { doWork } from '../sandbox/do-work.ts';
import type { Work } from '../sandbox/generate-link.ts';
import { createLedger, type Ledger } from '../sandbox/ledger.ts';
import { matchRoute, type Route } from '../sandbox/match-route.ts';
import type { OwnWords } from '../sandbox/record-look.ts';
import type { SandboxTransaction } from '../sandbox/records.ts';
import { DEFAULT_SHAPE, LISTING_SHAPES, type ResponseShape } from '../sandbox/response-shape.ts';
import { type Dialect, type Disputes, drawDialect } from './dialect.ts';
import { createListings } from './listings.ts';
import type { World } from './simulated-world.ts';

/** Another shop's at the same payment service. Its own numbers are the same as ours. */
export const OTHER_CREDENTIALS: SandboxCredentials = {
  apiKey: 'other-api-key-not-real',
  accountId: 'other-account-not-real',
  secretKey: 'other-secret-key-not-real',
};

/** The client's timeout. The service may take longer, but not longer than the app's REQUEST_LASTS_MS. */
const CLIENT_GIVES_UP_MS = 30_000;
export const REQUEST_LASTS_MS = 120_000;

/** What happens to a call: whether the service does the work, and whether the caller gets an answer. */
type Fate =
  | { does: 'answer' }
  | { does: 'drop-before' | 'drop-after' | 'late' | 'lost' }
  /** A long delay before the answer (`answer-late`) or the work (`work-late`), so that newer answers overtake it. */
  | { does: 'answer-late' | 'work-late' }
  /** A proxy repeats the request, and the caller gets the second answer. */
  | { does: 'twice' }
  | { does: 'refuse'; status: number; code?: string; afterWork: boolean }
  /** The work is done, and the answer has the link and says that it failed, as when a text message could not be sent. */
  | ({ does: 'deny' } & Denial)
  | { does: 'spoil'; how: 'html' | 'cut' | 'empty' };

export const AT_DASHBOARD = 'at the dashboard';
const AT_TERMINAL = 'at the terminal';
/** Of what the shop sells without Paylink. */
const OTHER_REQUEST = {
  FullName: 'Somebody else',
  Email: 'else@example.com',
  Phone: '+971500000000',
  isTermsAndConditionsAccepted: true,
  expiryOn: '2026-01-01 00:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
} as const;

interface Denial {
  status: number;
  code: string;
  message: string;
}

/** Failures that services report after they made the link. */
const DENIALS: readonly [Denial, ...Denial[]] = [
  { status: 200, code: '99', message: 'Time out' },
  { status: 200, code: '01', message: 'Link generated, SMS could not be sent' },
  { status: 200, code: 'FAILED', message: 'Unable to process the request' },
  { status: 408, code: '99', message: 'Time out' },
  { status: 422, code: '92', message: 'Phone is not valid' },
  { status: 429, code: '97', message: 'Too many requests' },
  { status: 500, code: '99', message: 'Internal error' },
];

export interface SimulatedService {
  ledger: Ledger;
  /** Of another shop, which has the same order ids. */
  otherLedger: Ledger;
  dialect: Dialect;
  disputes: Disputes;
  /** Somebody pays so much at the shop's card terminal: a payment in the same listing, of no link of ours. */
  sellAtTerminal(amountFils: number): void;
  /** Somebody makes a link for so much in the service's dashboard: a record of no link of ours. */
  sellAtDashboard(amountFils: number): void;
  /** The other shop sells and is paid whatever ours has on sale, under its own references. */
  sellElsewhere(): void;
  /** False: only the listings show a link's address. */
  answersWithAddress: boolean;
  send: Transport['send'];
  /** Its records may show what just happened only after it has called back. */
  fallBehind(): void;
  /** Marks a partly paid link as paid in its own record, as a service that allows part payments does. */
  allowPart(orderId: string): void;
  /** What a callback for the order would carry now; null: the order has no callback address. */
  callbackOf(orderId: string): { token: string; evidence: Record<string, string> } | null;
}

/** The payment service: the sandbox's ledger and answers, plus everything a network and a bad day can add. */
export const createSimulatedService = (
  world: World,
  { trouble, timeZone, isMonth }: { trouble: () => number; timeZone: string; isMonth: boolean },
): SimulatedService => {
  const { dice } = world;
  const disputes: Disputes = new Map();
  const dialect = drawDialect(world.as('dialect'), { isWeekly: isMonth, disputes });
  const openLedger = (seed: number) => {
    const random = createRandom(seed);
    return createLedger({
      now: world.now,
      timeZone,
      random: dialect.hasOnePage ? { ...random, token: () => 'shop' } : random,
      firstOrderId: 100_234,
    });
  };
  const opened = openLedger(dice.whole(1, 1_000_000));
  /** A card terminal has payments and no links. */
  const ledger: Ledger = {
    ...opened,
    links: () => opened.links().filter(({ request }) => request.notes !== AT_TERMINAL),
  };
  const otherLedger = openLedger(1);
  const ownWords = new Map<string, OwnWords>();
  const shape: ResponseShape = {
    ...DEFAULT_SHAPE,
    generated: dice.pick(['plain', 'plain', 'snake_case', 'nested', 'string', 'no-address']),
    listing: dice.pick(LISTING_SHAPES),
    conflict: dice.pick(['none', 'bare', 'with-link']),
    stateWords: dialect.stateWords,
  };
  const look = { url: 'https://pay.example', timeZone, shape, ownWords };
  const listings = createListings(world, { ledger, trouble, look });
  const maxPageSize = dice.pick([2, 3, 25]);
  world.note(
    `the service answers ${shape.generated}, lists ${shape.listing} by ${maxPageSize}, refuses ${shape.conflict}, writes refunds in ${dialect.refunds.rows}${dialect.hasOnePage ? ', has one page' : ''}${dialect.looksUpAll ? `, looks up every row, the ${dialect.looksUpAll}` : ''}`,
  );

  const drawFate = (route: Route): Fate => {
    if (!dice.chance(trouble())) return { does: 'answer' };
    const afterWork = dice.chance(0.5);
    const refusesSecond = route.operation !== 'generate' || shape.conflict !== 'none';
    // A link that Paylink cannot find may be asked for again: then only a service that refuses duplicates makes no second.
    const isSafe = refusesSecond || !listings.mayLag;
    const fates: Fate[] = [
      { does: 'drop-before' },
      { does: 'drop-after' },
      { does: 'late' },
      { does: 'lost' },
      { does: 'answer-late' },
      { does: 'work-late' },
      ...(refusesSecond ? [{ does: 'twice' as const }] : []),
      { does: 'refuse', status: 500, afterWork },
      { does: 'refuse', status: 503, afterWork },
      { does: 'refuse', status: 429, afterWork: afterWork && isSafe },
      { does: 'refuse', status: 408, afterWork },
      { does: 'refuse', status: dice.pick([402, 423]), afterWork: afterWork && isSafe },
      { does: 'refuse', status: 200, code: dice.pick(['97', '99', '42']), afterWork: afterWork && isSafe },
      ...(route.operation === 'generate'
        ? [
            { does: 'refuse' as const, status: 409, afterWork: false },
            { does: 'deny' as const, ...dice.pick(DENIALS) },
          ]
        : []),
      { does: 'refuse', status: dice.pick([401, 403]), afterWork: false },
      { does: 'spoil', how: dice.pick(['html', 'cut', 'empty']) },
    ];
    const [first, ...others] = fates.filter((fate) => world.has(`service: ${describe(fate)}`));
    if (!first) return { does: 'answer' };
    const fate = dice.pick([first, ...others]);
    world.note(`  service: ${route.operation} ${describe(fate)}`);
    return fate;
  };

  const work = (request: Parameters<Transport['send']>[0], route: Route): Answer => {
    const [, query = ''] = request.target.split('?');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const body = Buffer.from(request.body ?? []);
    const isOurs = headers['accountid'] === SANDBOX_CREDENTIALS.accountId;
    const refusal = checkCaller(
      { method: request.method, headers, target: request.target, body },
      isOurs ? SANDBOX_CREDENTIALS : OTHER_CREDENTIALS,
      { encoding: 'hex', get: 'query' },
    );
    if (refusal) return refusal;
    const given = {
      route,
      headers,
      query: new URLSearchParams(query),
      body: body.length === 0 ? undefined : JSON.parse(body.toString()),
      at: world.now(),
      maxPageSize,
      amountLimitFils: Number.POSITIVE_INFINITY,
      made: (orderId: string) => {
        world.note(`  service: made ${orderId} (${ledger.link(orderId)?.request.notes})`);
      },
    };
    if (!isOurs) return doWork({ ...given, ledger: otherLedger, look });
    if (route.operation === 'generate') return doWork({ ...given, ledger, look });
    const { isFirstPageOnly, spoil, ...shown } = listings.show({
      isFirst: (given.query.get('page') ?? '0') === '0',
    });
    if (isFirstPageOnly) given.query.set('page', '0');
    const written = { ...given, ...dialect.write(shown) };
    const rows = written.ledger.transactions().filter(({ orderId }) => orderId === route.values[0]);
    const isList = dialect.looksUpAll !== null && route.operation === 'transaction' && rows.length > 0;
    // A listing shows its newest first.
    const shownRows = dialect.looksUpAll === 'oldest first' ? rows.reverse() : rows;
    return spoil(doWork(isList ? listAll(written, shownRows) : written));
  };

  const send: Transport['send'] = async (request) => {
    const route = matchRoute(request.target.split('?')[0] ?? '');
    if (!route) return asWhole(buildRefusal(404, 'No such path'));
    const fate = drawFate(route);
    await world.sleep(dice.whole(20, 900));
    switch (fate.does) {
      case 'drop-before':
        return broken('dropped', 'headers');
      case 'lost':
        await world.sleep(CLIENT_GIVES_UP_MS);
        return broken('timeout', 'headers');
      case 'late': {
        // The request may arrive long after the client has given up.
        const arrivesIn = dice.whole(1_000, REQUEST_LASTS_MS - 35_000);
        void world.sleep(arrivesIn).then(() => work(request, route));
        await world.sleep(CLIENT_GIVES_UP_MS);
        return broken('timeout', 'headers');
      }
      case 'refuse': {
        if (fate.afterWork) work(request, route);
        const headers = fate.status === 429 ? { 'Retry-After': String(dice.whole(1, 40)) } : {};
        return asWhole(buildRefusal(fate.status, 'The service is not well', { headers, code: fate.code }));
      }
      case 'deny':
        return asWhole(deny(work(request, route), fate));
      case 'drop-after':
        work(request, route);
        return broken('dropped', dice.chance(0.5) ? 'headers' : 'body');
      case 'spoil': {
        const answer = work(request, route);
        return asWhole({ ...answer, body: spoil(answer.body, fate.how) });
      }
      case 'twice':
        work(request, route);
        await world.sleep(dice.whole(5, 400));
        return asWhole(work(request, route));
      case 'work-late':
        await world.sleep(dice.whole(3_000, CLIENT_GIVES_UP_MS - 2_000));
        return asWhole(work(request, route));
      case 'answer-late': {
        const answer = work(request, route);
        await world.sleep(dice.whole(3_000, CLIENT_GIVES_UP_MS - 2_000));
        return asWhole(answer);
      }
      case 'answer': {
        const answer = work(request, route);
        await world.sleep(dice.whole(5, 400));
        return asWhole(answer);
      }
    }
  };

  return {
    ledger,
    otherLedger,
    dialect,
    disputes,
    sellAtDashboard: (amountFils) => {
      const request = { ...OTHER_REQUEST, notes: AT_DASHBOARD, invoiceAmount: amountFils / 100 };
      const expiresAt = world.now() + 20 * 60_000;
      // Without a number it might be a link of ours whose answer was lost.
      const invoiceId = dice.chance(0.5) ? `DASH-${ledger.links().length}` : null;
      ledger.create(
        { request, amountFils: amountFils + (invoiceId === null ? 1 : 0), expiresAt, invoiceId },
        world.now(),
      );
      world.note(`dashboard: a link of ${amountFils} fils`);
    },
    sellAtTerminal: (amountFils) => {
      const request = { ...OTHER_REQUEST, notes: AT_TERMINAL, invoiceAmount: amountFils / 100 };
      const expiresAt = world.now() + 60_000;
      const { orderId } = ledger.create({ request, amountFils, expiresAt, invoiceId: null }, world.now());
      ledger.attempt(orderId, { at: world.now(), declined: false });
      world.note(`terminal: takes ${amountFils} fils`);
    },
    sellElsewhere: () => {
      for (const { request, amountFils, expiresAt } of ledger.links().slice(otherLedger.links().length)) {
        const invoiceId = `SHOP-${otherLedger.links().length}`;
        const { callback_url: _, ...rest } = request;
        const draft = { request: { ...rest, notes: 'elsewhere', Invoice_Id: invoiceId }, amountFils };
        const { orderId } = otherLedger.create({ ...draft, expiresAt, invoiceId }, world.now());
        otherLedger.attempt(orderId, { at: world.now(), declined: false });
      }
    },
    answersWithAddress: shape.generated !== 'no-address',
    send: async (request) => ({ ...(await send(request)), date: new Date(world.now()).toUTCString() }),
    fallBehind: listings.fallBehind,
    allowPart: (orderId) =>
      void ownWords.set(orderId, { stateWords: { ...dialect.stateWords, PAID: 'PARTIALLY_PAID' } }),
    callbackOf: (orderId) => {
      const link = ledger.link(orderId);
      const address = link?.request.callback_url;
      if (!link || !address) return null;
      return { token: address.split('/').at(-1) ?? '', evidence: { status: link.status } };
    },
  };
};

/** The rows of one order, as a listing answers. */
const listAll = (work: Work, rows: SandboxTransaction[]): Work => ({
  ...work,
  route: { ...work.route, operation: 'transactions', values: ['2000-01-01 00:00:00', '2100-01-01 00:00:00'] },
  ledger: { ...work.ledger, transactions: () => rows },
  maxPageSize: rows.length,
});

const asWhole = ({ status, body, headers = {} }: Answer): WholeAnswer => ({
  kind: 'answer',
  status,
  retryAfter: headers['Retry-After'] ?? null,
  date: null,
  body: Buffer.from(body),
});

const broken = (fault: BrokenAnswer['fault'], phase: BrokenAnswer['phase']): BrokenAnswer => ({
  kind: 'broken',
  fault,
  phase,
  maybeSent: true,
  status: phase === 'body' ? 200 : null,
  retryAfter: null,
  date: null,
  cause: new Error(fault),
});

/** An answer that is a refusal already stays one. */
function deny(answer: Answer, { status, code, message }: Denial): Answer {
  if (answer.status !== 200) return answer;
  const { response } = JSON.parse(answer.body);
  return buildRefusal(status, message, { code, response });
}

function spoil(body: string, how: 'html' | 'cut' | 'empty'): string {
  if (how === 'html') return '<html><body>Bad gateway</body></html>';
  return how === 'cut' ? body.slice(0, body.length / 2) : '';
}

function describe(fate: Fate): string {
  if (fate.does === 'refuse') return `refused with ${fate.status}${fate.afterWork ? ' after the work' : ''}`;
  if (fate.does === 'deny') return `denied with ${fate.status} ${fate.code}`;
  return fate.does === 'spoil' ? `answered ${fate.how}` : fate.does;
}

import type { BrokenAnswer, Transport, WholeAnswer } from '../payment-service/index.ts';
import { createRandom } from '../playground/random.ts';
import { type Answer, buildRefusal } from '../playground/sandbox/answer.ts';
import { checkCaller } from '../playground/sandbox/check-caller.ts';
import { doWork } from '../playground/sandbox/do-work.ts';
import { createLedger, type Ledger } from '../playground/sandbox/ledger.ts';
import { matchRoute, type Route } from '../playground/sandbox/match-route.ts';
import type { OwnWords } from '../playground/sandbox/record-look.ts';
import type { SandboxLink } from '../playground/sandbox/records.ts';
import { DEFAULT_SHAPE } from '../playground/sandbox/response-shape.ts';
import { SANDBOX_CREDENTIALS } from '../playground/sandbox/sandbox-credentials.ts';
import type { World } from './world.ts';

/** The client gives up after so long; the service may be at work for longer, but not past the app's own patience. */
const CLIENT_GIVES_UP_MS = 30_000;
export const REQUEST_LASTS_MS = 120_000;

/** What came of a call: nothing, or the work, and then whether its caller hears of it. */
type Fate =
  | { does: 'answer' }
  | { does: 'drop-before' | 'drop-after' | 'late' | 'lost' }
  | { does: 'refuse'; status: number; afterWork: boolean }
  | { does: 'spoil'; how: 'html' | 'cut' | 'empty' };

export interface SimulatedService {
  ledger: Ledger;
  /** The ledger as it was told so far: what every listing and look-up shows. */
  send: Transport['send'];
  /** Less than was asked is paid: a service that allows it says so in the link's record. */
  allowPart(orderId: string): void;
  /** What the callback for an order would carry now; null: it has no address to go to. */
  callbackOf(orderId: string): { token: string; evidence: Record<string, string> } | null;
}

/** The payment service: the sandbox's own ledger and answers, with all that a network and a bad day add to them. */
export const createSimulatedService = (
  world: World,
  { trouble, timeZone }: { trouble: () => number; timeZone: string },
): SimulatedService => {
  const { dice } = world;
  const ledger = createLedger({
    now: world.now,
    timeZone,
    random: createRandom(dice.whole(1, 1_000_000)),
    firstOrderId: 100_234,
    payouts: 'daily',
  });
  const ownWords = new Map<string, OwnWords>();
  const look = {
    url: 'https://pay.example',
    timeZone,
    shape: { ...DEFAULT_SHAPE, conflict: 'none' as const, listing: 'no-totals' as const },
    ownWords,
  };
  /** Until then the listings stand still at what they showed then. */
  let lag = { from: 0, until: 0 };

  /** What a replica shows that is behind: all of an earlier moment, and nothing of later. */
  const asShown = (): Ledger => {
    const now = world.now();
    if (now >= lag.until && trouble() > 0 && dice.chance(trouble() / 10))
      lag = { from: now - dice.whole(0, 60_000), until: now + dice.whole(10_000, 240_000) };
    if (now >= lag.until) return ledger;
    const at = lag.from;
    const links = () =>
      ledger.links().flatMap((link) => (link.createdAt > at ? [] : [asAt(link, ledger, at)]));
    const transactions = () => ledger.transactions().filter(({ createdAt }) => createdAt <= at);
    return {
      ...ledger,
      links,
      transactions,
      link: (orderId) => links().find((link) => link.orderId === orderId),
    };
  };

  const drawFate = (route: Route): Fate => {
    if (!dice.chance(trouble())) return { does: 'answer' };
    const afterWork = dice.chance(0.5);
    const fates: [Fate, ...Fate[]] = [
      { does: 'drop-before' },
      { does: 'drop-after' },
      { does: 'late' },
      { does: 'lost' },
      { does: 'refuse', status: 500, afterWork },
      { does: 'refuse', status: 503, afterWork },
      { does: 'refuse', status: 429, afterWork: false },
      { does: 'spoil', how: dice.pick(['html', 'cut', 'empty']) },
    ];
    const fate = dice.pick(fates);
    world.note(`  service: ${route.operation} ${describe(fate)}`);
    return fate;
  };

  const work = (request: Parameters<Transport['send']>[0], route: Route): Answer => {
    const [, query = ''] = request.target.split('?');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const body = Buffer.from(request.body ?? []);
    return (
      checkCaller({ method: request.method, headers, target: request.target, body }, SANDBOX_CREDENTIALS, {
        encoding: 'hex',
        get: 'query',
      }) ??
      doWork({
        route,
        ledger: route.operation === 'generate' ? ledger : asShown(),
        look,
        headers,
        query: new URLSearchParams(query),
        body: body.length === 0 ? undefined : JSON.parse(body.toString()),
        at: world.now(),
        strict: true,
        maxPageSize: 25,
        amountLimitFils: Number.POSITIVE_INFINITY,
        made: (orderId) => {
          world.note(`  service: made ${orderId} (${ledger.link(orderId)?.request.notes})`);
        },
      })
    );
  };

  return {
    ledger,
    send: async (request) => {
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
          // It arrives when its sender has long given up.
          const arrivesIn = dice.whole(1_000, REQUEST_LASTS_MS - 35_000);
          void world.sleep(arrivesIn).then(() => work(request, route));
          await world.sleep(CLIENT_GIVES_UP_MS);
          return broken('timeout', 'headers');
        }
        case 'refuse': {
          if (fate.afterWork) work(request, route);
          const headers = fate.status === 429 ? { 'Retry-After': String(dice.whole(1, 40)) } : {};
          return asWhole(buildRefusal(fate.status, 'The service is not well', { headers }));
        }
        case 'drop-after':
          work(request, route);
          return broken('dropped', dice.chance(0.5) ? 'headers' : 'body');
        case 'spoil': {
          const answer = work(request, route);
          return asWhole({ ...answer, body: spoil(answer.body, fate.how) });
        }
        case 'answer': {
          const answer = work(request, route);
          await world.sleep(dice.whole(5, 400));
          return asWhole(answer);
        }
      }
    },
    allowPart: (orderId) => void ownWords.set(orderId, { stateWords: { PAID: 'PARTIALLY_PAID' } }),
    callbackOf: (orderId) => {
      const link = ledger.link(orderId);
      const address = link?.request.callback_url;
      if (!link || !address) return null;
      return { token: address.split('/').at(-1) ?? '', evidence: { status: link.status } };
    },
  };
};

/** The link as it stood then, for who looks at a copy that is behind. */
function asAt(link: SandboxLink, ledger: Ledger, at: number): SandboxLink {
  const events = ledger.transactions().filter(({ orderId }) => orderId === link.orderId);
  const known = events.filter(({ createdAt }) => createdAt <= at);
  if (known.length === events.length) return link;
  const isPaid = known.some(({ status }) => status === 'SUCCESS');
  const isTried = known.some(({ status }) => status === 'FAILED');
  return {
    ...link,
    status: isPaid ? 'PAID' : isTried ? 'FAILED' : 'CREATED',
    paidAt: isPaid ? link.paidAt : null,
    transactionId: known.at(-1)?.transactionId ?? null,
  };
}

const asWhole = ({ status, body, headers = {} }: Answer): WholeAnswer => ({
  kind: 'answer',
  status,
  retryAfter: headers['Retry-After'] ?? null,
  body: Buffer.from(body),
});

const broken = (fault: BrokenAnswer['fault'], phase: BrokenAnswer['phase']): BrokenAnswer => ({
  kind: 'broken',
  fault,
  phase,
  maybeSent: true,
  status: phase === 'body' ? 200 : null,
  retryAfter: null,
  cause: new Error(fault),
});

function spoil(body: string, how: 'html' | 'cut' | 'empty'): string {
  if (how === 'html') return '<html><body>Bad gateway</body></html>';
  return how === 'cut' ? body.slice(0, body.length / 2) : '';
}

function describe(fate: Fate): string {
  if (fate.does === 'refuse') return `refused with ${fate.status}${fate.afterWork ? ' after the work' : ''}`;
  return fate.does === 'spoil' ? `answered ${fate.how}` : fate.does;
}

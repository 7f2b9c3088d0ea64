import type { LinkDraft } from '../../src/links/issuing/issuer.ts';
import { formatLocalDateTime, parseLocalDateTime, toInvoiceAmount } from '../../src/payment-service/index.ts';
import { addShown } from '../../src/store/consent.ts';
import type { Link } from '../../src/store/link.ts';
import type { Conflict } from '../../src/store/reserve-link.ts';
import type { Day } from './day.ts';
import { contactOf, type ListRow } from './office.ts';
import { ADMIN, type Paylink, TEAM } from './paylink.ts';
import type { World } from './simulated-world.ts';

type Asked = Extract<Conflict, { because: 'duplicates' }>;

const MOST_PRESSES = 6;
/** Two people who decide at the same moment, or nearly. */
const AT_ONCE_MS = [0, 60] as const;

/** What an actor wants. `withdraw`: the creator withdraws the request. `own`: the creator tries to approve it. */
type Decision = 'approve' | 'decline' | 'withdraw' | 'own';

/** The app said why not. */
const orRefused = <T>(work: Promise<T>): Promise<T | 'refused'> =>
  work.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Refused') return 'refused' as const;
    throw error;
  });

/** Plays the approvers of large links: they approve, decline, do both at once, or come too late. */
const createApprovers = (
  world: World,
  {
    findRunning,
    withPatience,
  }: {
    findRunning: () => Promise<Paylink>;
    /** Null: no answer within a person's patience, or the app reported a failure. */
    withPatience: <T>(what: string, work: Promise<T>) => Promise<T | null>;
  },
) => {
  const { dice } = world;

  const press = async (decision: Decision, id: string, sale: Sale): Promise<boolean> => {
    const { approvals } = await findRunning();
    const by = decision === 'approve' || decision === 'decline' ? ADMIN : sale.creatorId;
    const ask = { teamId: TEAM, id, by };
    if (decision === 'decline' || decision === 'withdraw') {
      const work =
        decision === 'decline' ? approvals.decline({ ...ask, reason: 'Too much' }) : approvals.withdraw(ask);
      const decided = await withPatience(`${sale.notes} ${decision}`, orRefused(work));
      sale.isRefused ||= decided !== null && decided !== 'refused';
      return decided !== null;
    }
    const outcome = await withPatience(`${sale.notes} ${decision}`, orRefused(approvals.approve(ask)));
    if (outcome === null) return false;
    if (outcome === 'refused') return true;
    if (outcome.outcome === 'account') {
      // Somebody has to say whose account it is first.
      await world.sleep(dice.whole(60_000, 180_000));
      return false;
    }
    if (decision === 'own' && outcome.outcome === 'approved') sale.isSelfApproved = true;
    if (outcome.outcome !== 'approved') return true;
    return (await withPatience(`${sale.notes} sent`, outcome.send())) !== null;
  };

  const drawDecisions = (): readonly Decision[] => {
    if (dice.chance(0.15)) return ['decline'];
    if (dice.chance(0.1)) return ['withdraw'];
    if (dice.chance(0.2)) return ['approve', 'decline'];
    if (dice.chance(0.2)) return ['approve', 'withdraw'];
    if (dice.chance(0.1)) return ['own', 'approve'];
    return dice.chance(0.3) ? ['approve', 'approve'] : ['approve'];
  };

  return {
    /** Presses two buttons at once, and again until both got an answer. */
    decide: async (id: string, sale: Sale): Promise<void> => {
      await world.sleep(dice.whole(5_000, 600_000));
      const atOnceMs = dice.pick(AT_ONCE_MS);
      await Promise.all(
        drawDecisions().map(async (decision) => {
          await world.sleep(dice.whole(0, atOnceMs));
          for (let tries = 0; tries < MOST_PRESSES; tries += 1) if (await press(decision, id, sale)) return;
        }),
      );
    },
  };
};

/** Something to be paid for once, identified by its notes and amount. */
export interface Sale {
  notes: string;
  amountFils: number;
  creatorId: string;
  channelId: string;
  expiresAt: number;
  /** Its card should have a QR code. */
  hasPicture: boolean;
  /** The second person declined, or no one answered. */
  isRefused: boolean;
  /** Its own creator approved it. */
  isSelfApproved: boolean;
  /** Who has it when it is made. */
  ownerId: string;
  /** The number of its customer. */
  customer: number;
  /** Of an order like one that was there: what its person did once they saw that. Null: it was no such order, or nothing was shown. */
  answer: 'another sale' | 'change that one' | 'back' | null;
  /** The orders that its person was shown, by their notes. */
  seen: readonly string[];
}

/** The order that somebody makes again, to correct or repeat it, at the same time as a colleague, or later. */
interface Again {
  like: Pick<Sale, 'customer'>;
  fils: number;
  /** How long it can be paid; as long as others unless given. */
  lastsMs?: number;
  /** From its card: the form was opened on these links of the sale, newest first. */
  changes?: readonly Link[];
}

export const APPROVAL_LIMIT_FILS = 500_000;
const MOST_FOR_ONE = 3;
const THREE_DAYS_MS = 3 * 24 * 60 * 60_000;
const PATIENCE_MS = 45_000;
export const CREATORS = ['USARA', 'UOMAR', 'UFATIMA'] as const;
const CHANNELS = ['CFRONT', 'CSALES'] as const;

/** Plays the staff: they create links, double-click, press again when nothing happens, and approve large links. */
export const createStaff = (
  world: World,
  {
    running,
    minutesToPay,
    timeZone,
    hasLeft,
  }: {
    running: () => Paylink[];
    minutesToPay: () => Day['minutesToPay'];
    timeZone: string;
    hasLeft: (userId: string) => boolean;
  },
) => {
  const { dice } = world;
  const sales: Sale[] = [];

  /** Null: no answer within a person's patience, or the app reported a failure. */
  const withPatience = async <T>(what: string, work: Promise<T>): Promise<T | null> =>
    Promise.race([
      work.catch((error: unknown) => {
        world.note(`staff: ${what}: ${String(error).slice(0, 80)}`);
        return null;
      }),
      world.sleep(PATIENCE_MS).then(() => null),
    ]);

  const findRunning = async (): Promise<Paylink> => {
    for (;;) {
      const [first, ...others] = running();
      if (first) return dice.pick([first, ...others]);
      await world.sleep(1_000);
    }
  };
  const { decide } = createApprovers(world.as('approver'), { findRunning, withPatience });

  const decideOn = ({ duplicates, shown }: Asked, draft: LinkDraft, sale: Sale): LinkDraft | null => {
    sale.seen = [...sale.seen, ...duplicates.map(({ details }) => details.notes)];
    sale.answer ??= dice.pick(['another sale', 'change that one', 'back']);
    world.note(`staff: ${sale.notes} is like ${sale.seen.join(', ')}: ${sale.answer}`);
    const [that] = duplicates;
    if (sale.answer === 'back' || that === undefined) return null;
    return {
      ...draft,
      consent: { shown, at: world.now() },
      ...(sale.answer === 'change that one' && { saleId: that.saleId, after: that.id }),
    };
  };

  const press = async (draft: LinkDraft, sale: Sale): Promise<Link | null> => {
    const { issuer, approvals } = await findRunning();
    if (sale.amountFils > APPROVAL_LIMIT_FILS) {
      const asked = await withPatience(`${sale.notes} asks`, approvals.ask(draft, APPROVAL_LIMIT_FILS));
      if (asked?.link) await decide(asked.link.id, sale);
      return null;
    }
    // As the form does after *Try again*.
    const submit = async () => (await issuer.repeat(draft)) ?? (await issuer.reserve(draft));
    const reserved = await withPatience(`${sale.notes} pressed`, submit());
    if (reserved === null) return null;
    if (reserved.conflict) {
      const { conflict } = reserved;
      const decided = conflict.because === 'duplicates' ? decideOn(conflict, draft, sale) : null;
      return decided === null ? null : press(decided, sale);
    }
    return reserved.send === null ? reserved.link : withPatience(`${sale.notes} sent`, reserved.send());
  };

  /** When a clock change repeats a time, the form and the service take the later one. */
  const drawExpiry = (given: number | undefined): number => {
    const { least, most } = minutesToPay();
    const lastsMs = dice.whole(least, dice.pick(most)) * 60_000;
    const at = Math.ceil((world.now() + (given ?? lastsMs)) / 1_000) * 1_000;
    return parseLocalDateTime(formatLocalDateTime(at, timeZone), timeZone, 'last') ?? at;
  };

  /** Presses until the outcome is known. Presses *Try again* only if the app says no link was created. */
  const sell = async ({
    isSmall = false,
    again = null,
  }: {
    isSmall?: boolean;
    again?: Again | null;
  } = {}): Promise<Sale> => {
    const n = sales.length + 1;
    const isLarge = !isSmall && again === null && world.has('large sales') && dice.chance(0.3);
    const drawn = dice.pick(CREATORS);
    const creatorId = hasLeft(drawn) ? (CREATORS.find((one) => one !== drawn) ?? drawn) : drawn;
    const sale: Sale = {
      notes: `sale-${n}`,
      amountFils: again?.fils ?? (isLarge ? 600_000 : 10_000) + n * 107,
      creatorId,
      ownerId: again?.changes?.[0]?.ownerId ?? creatorId,
      channelId: dice.pick(CHANNELS),
      expiresAt: drawExpiry(again?.lastsMs),
      hasPicture: world.has('QR codes') && dice.chance(0.5),
      isRefused: false,
      isSelfApproved: false,
      customer: again?.like.customer ?? n,
      answer: null,
      seen: again?.changes?.map(({ details }) => details.notes) ?? [],
    };
    sales.push(sale);
    world.note(`staff: ${sale.notes} of ${sale.amountFils} fils in ${sale.channelId}`);
    let nonce = `form-${dice.token(16)}`;
    let repeats: string | null = null;
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      const next = nextOf(again?.changes, world.now());
      const draft: LinkDraft = { ...buildDraft(sale, nonce, timeZone), ...next, repeats };
      const isDuplicate = world.has('double clicks') && dice.chance(0.4);
      const outcomes = await Promise.all((isDuplicate ? [0, 1] : [0]).map(() => press(draft, sale)));
      const known = outcomes.find((link) => link !== null);
      if (sale.amountFils > APPROVAL_LIMIT_FILS || sale.answer === 'back') break;
      if (known) world.note(`staff: ${sale.notes} is ${known.state}`);
      if (known?.state === 'failed') {
        nonce = `form-${dice.token(16)}`;
        repeats = known.id;
      } else if (known && known.state !== 'reserved') break;
      await world.sleep(dice.whole(2_000, 20_000));
    }
    return sale;
  };

  const hasEnough = ({ customer }: Sale): boolean =>
    sales.filter((one) => one.customer === customer).length >= MOST_FOR_ONE;

  /** What a finger makes of an amount, or half of it; mostly the amount itself. */
  const drawLike = (fils: number, { dice }: World): number => {
    const [first = '1', second = '0', ...rest] = String(fils);
    return dice.pick([fils, fils * 2, Number([second === '0' ? '1' : second, first, ...rest].join(''))]);
  };

  /** Orders what was ordered before for the same customer, at once or a while after. */
  const sellAgain = async (until: number): Promise<void> => {
    const { dice } = world.as('again');
    while (world.now() < until) {
      await world.sleep(dice.whole(500, dice.pick([2_000, 120_000])));
      const like = sales.findLast(({ amountFils }) => amountFils < APPROVAL_LIMIT_FILS / 2);
      if (like === undefined || hasEnough(like) || !dice.chance(0.3)) continue;
      void sell({ again: { like, fils: drawLike(like.amountFils, world.as('again')) } });
    }
  };

  /** Presses *Change amount or details…* on a card, sometimes as a colleague does the same. */
  const changeAmounts = async (until: number): Promise<void> => {
    const actor = world.as('change');
    const { dice } = actor;
    while (world.now() < until) {
      await world.sleep(dice.whole(500, dice.pick([5_000, 120_000])));
      if (!dice.chance(0.4)) continue;
      const { desk } = await findRunning();
      const [first, ...others] = (await withPatience('looks at the cards', desk.openLinks())) ?? [];
      if (first === undefined) continue;
      const link = dice.pick([first, ...others]);
      const like = sales.find(({ notes }) => notes === link.details.notes);
      const changes = await withPatience('opens a form', desk.saleOf(link));
      if (like === undefined || changes === null || hasEnough(like)) continue;
      if (like.amountFils > APPROVAL_LIMIT_FILS / 2) continue;
      for (let people = dice.chance(0.2) ? 2 : 1; people > 0; people -= 1)
        void sell({ again: { like, changes, fils: drawLike(like.amountFils, actor) } });
    }
  };

  /** Sells what a list that waits to be confirmed asks for, to one of its customers. */
  const sellOfList = async (rows: readonly ListRow[], until: number): Promise<void> => {
    const actor = world.as('beside a list');
    const { dice } = actor;
    for (const { customer, amountFils } of rows) {
      if (customer === null || !dice.chance(0.5)) continue;
      await world.sleep(dice.whole(500, Math.max(500, Math.floor((until - world.now()) / 2))));
      const fils = dice.chance(0.7) ? amountFils : drawLike(amountFils, actor);
      const again: Again = { like: { customer }, fils };
      void sell({ again: dice.chance(0.5) ? again : { ...again, lastsMs: THREE_DAYS_MS } });
    }
  };

  return { sales: (): readonly Sale[] => sales, sell, sellAgain, sellOfList, changeAmounts };
};

/** What the form says of the sale that it makes the next link of. */
function nextOf(sale: readonly Link[] | undefined, now: number): Partial<LinkDraft> {
  const [newest] = sale ?? [];
  if (sale === undefined || newest === undefined) return {};
  return {
    ...{ saleId: newest.saleId, after: newest.id, ownerId: newest.ownerId },
    consent: { shown: addShown([], sale), at: now },
  };
}

function buildDraft(sale: Sale, nonce: string, timeZone: string): LinkDraft {
  const { notes, amountFils, creatorId, channelId, expiresAt, customer } = sale;
  return {
    nonce,
    teamId: TEAM,
    saleId: null,
    threadTs: null,
    channelId,
    creatorId,
    creatorName: creatorId.toLowerCase(),
    request: {
      FullName: 'Huda Saleh',
      ...contactOf(customer),
      invoiceAmount: toInvoiceAmount(amountFils),
      notes,
      isTermsAndConditionsAccepted: true,
      expiryOn: formatLocalDateTime(expiresAt, timeZone),
      Is_QR_needed: sale.hasPicture,
      Is_invoice_generated: false,
    },
    expiresAt,
    consent: null,
  };
}

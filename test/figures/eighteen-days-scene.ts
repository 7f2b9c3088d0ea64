import { FATIMA, FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import { buildSuccess } from '../../tools/sandbox/answer.ts';
import { formatFils } from '../../tools/sandbox/fils.ts';
import { matchRoute } from '../../tools/sandbox/match-route.ts';
import type { SandboxLink } from '../../tools/sandbox/sandbox-service.ts';
import { closeModals, createForm, issueLink, submitForm } from '../fixtures/link-form.ts';
import { cardIn, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';

export const AED = 100;
const ZONE = 'Asia/Dubai';
export const on = (day: string, time = '10:00:00'): number => Date.parse(`2026-${day}T${time}+04:00`);

type Fields = Record<string, unknown>;
interface Row {
  fields: Fields;
  at: number;
  /** From then on the service lists it. */
  listedAt: number;
}

const money = (fils: number) => Number(formatFils(Math.abs(fils))) * Math.sign(fils || 1);

/** A shop, its service and what the service lists of eighteen days. */
export const openShop = async () => {
  const scene = await openStill({ at: on('10-29', '08:00:00'), env: { PAYLINK_ADMINS: FATIMA } });
  const transactions: Row[] = [];
  const payouts: Row[] = [];
  const listed = (rows: readonly Row[], [from = '', to = '']: readonly string[]) =>
    rows
      .filter(({ at, listedAt }) => {
        const day = formatLocalDateTime(at, ZONE);
        return listedAt <= scene.clock.now() && day >= from && day <= to;
      })
      .map(({ fields }) => fields);
  scene.sandbox.answerWith(({ target }) => {
    const [path = '', query = ''] = target.split('?');
    const { operation, values = [] } = matchRoute(path) ?? {};
    const of = (rows: Fields[]) => {
      const page = Number(new URLSearchParams(query).get('page'));
      const content = page === 0 ? rows : [];
      return () =>
        buildSuccess('Listed', { content, totalElements: rows.length, totalPages: 1, number: page });
    };
    if (operation === 'transactions') return of(listed(transactions, values).toReversed());
    if (operation === 'payouts') return of(listed(payouts, values).toReversed());
    if (operation !== 'transaction') return undefined;
    const rows = transactions.filter(
      ({ fields, listedAt }) => String(fields['orderId']) === values[0] && listedAt <= scene.clock.now(),
    );
    return rows.length === 0 ? undefined : of(rows.map(({ fields }) => fields));
  });
  await scene.start();

  const goTo = async (at: number): Promise<void> => {
    await scene.clock.leap(at - scene.clock.now());
    await scene.clock.advance(0);
  };
  const calm = () => scene.clock.advance(6 * 60_000);
  /** The clock goes on while something happens. */
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    while (!isDone) await scene.clock.advance(1_000);
    return done;
  };
  let ids = 500_001;
  const add = (
    link: SandboxLink | null,
    {
      fils,
      kind = 'PAYMENT',
      fee = 0,
      payout = null,
      listedAt = scene.clock.now(),
    }: {
      fils: number;
      kind?: 'PAYMENT' | 'REFUND' | 'CHARGEBACK';
      fee?: number;
      payout?: string | null;
      listedAt?: number;
    },
  ) => {
    const at = scene.clock.now();
    const fields: Fields = {
      transactionId: String(ids++),
      orderId: link?.orderId,
      Invoice_Id: link?.invoiceId,
      transactionType: kind,
      status: 'SUCCESS',
      amount: money(fils),
      currency: 'AED',
      feeAmount: money(fee),
      payoutId: payout,
      createdAt: formatLocalDateTime(at, ZONE),
    };
    transactions.push({ fields, at, listedAt });
    return fields;
  };
  const links = () => scene.sandbox.links();
  const lastLink = (): SandboxLink => links().at(-1) as SandboxLink;

  return Object.assign(scene, {
    /** What finance reads after a command. */
    ask: async (words: string): Promise<string> => {
      const told = () =>
        scene.slack.messages(FRONT_DESK, { as: FATIMA }).filter(({ ephemeralTo }) => ephemeralTo === FATIMA);
      const before = told().length;
      const outcome = await scene.slack.command(FATIMA, FRONT_DESK, '/paylink', words);
      if (!outcome.ok) throw new Error(outcome.problem);
      await during(scene.slack.until(() => told()[before]));
      await scene.clock.advance(10_000);
      return seen(told().at(-1)).text;
    },
    transactions,
    goTo,
    calm,
    during,
    lastLink,
    /** Through the form, as Sara. */
    make: async (amount: string, as = SARA): Promise<SandboxLink> => {
      await during(issueLink(scene, { invoiceAmount: amount }, { as }));
      await scene.clock.advance(60_000);
      await closeModals(scene, as);
      return lastLink();
    },
    /** From the card that has these words, to another amount. */
    change: async (words: RegExp, amount: string): Promise<SandboxLink> => {
      await press(scene, await cardIn(scene, words), 'change_link');
      await during(submitForm(scene, await createForm(scene), { invoiceAmount: { invoiceAmount: amount } }));
      await scene.clock.advance(60_000);
      await closeModals(scene);
      return lastLink();
    },
    askForRest: async (words: RegExp): Promise<SandboxLink> => {
      await press(scene, await cardIn(scene, words), 'link_for_rest');
      await during(submitForm(scene, await createForm(scene), {}));
      await scene.clock.advance(60_000);
      await closeModals(scene);
      return lastLink();
    },
    pay: async (
      link: SandboxLink,
      {
        fils = link.amountFils,
        callback = true,
        again = false,
        ...row
      }: {
        fils?: number;
        callback?: boolean;
        again?: boolean;
        fee: number;
        payout: string | null;
        listedAt?: number;
      },
    ) => {
      add(link, { fils, ...row });
      if (!again) await scene.sandbox.pay(link.orderId, { amountFils: fils, callback });
      await calm();
    },
    refund: async (
      link: SandboxLink,
      { fils, payout, callback = true }: { fils: number; payout: string | null; callback?: boolean },
    ) => {
      add(link, { fils, kind: 'REFUND', payout });
      await scene.sandbox.refund(link.orderId, { amountFils: fils, callback });
      await calm();
    },
    chargeBack: async (
      link: SandboxLink,
      { fils, fee, payout }: { fils: number; fee: number; payout: string | null },
    ) => {
      add(link, { fils, fee, kind: 'CHARGEBACK', payout });
      await calm();
    },
    payOut: (
      id: string,
      { gross, fee, net, status = 'PAID_OUT' }: { gross: number; fee: number; net: number; status?: string },
    ) => {
      const at = scene.clock.now();
      payouts.push({
        at,
        listedAt: at,
        fields: {
          payoutId: id,
          status,
          grossAmount: money(gross),
          feeAmount: money(fee),
          netAmount: money(net),
          currency: 'AED',
          createdAt: formatLocalDateTime(at, ZONE),
        },
      });
    },
  });
};

export type Shop = Awaited<ReturnType<typeof openShop>> & StillScene;

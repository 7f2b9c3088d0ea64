import { setTimeout as pause } from 'node:timers/promises';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FINANCE,
  FRONT_DESK,
  OMAR,
  SALES,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import type { SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { fillLinkForm, showFields } from '../fixtures/link-form.ts';

/** Plays staff who create links and customers who pay, until the day is closed. */
export interface ShopDay {
  /** Forms submitted at least once. */
  forms(): number;
  /** Creates one more link, retrying until it exists. */
  sellOne(): Promise<void>;
  close(): Promise<void>;
}

/** The same random numbers for the same seed. */
export const createDice = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const STAFF = [
  [SARA, FRONT_DESK],
  [OMAR, SALES],
  [FATIMA, FINANCE],
] as const;
/** How long a person keeps pressing after an error: a killed process is back by then. */
const PRESS_MS = 20_000;
/** Slack refuses some forms, as it refuses other calls: then the person asks again. */
export const FORM_MS = 5_000;

export const openShop = (
  { slack, sandbox }: { slack: LocalSlack; sandbox: SandboxService },
  {
    seed,
    pauseMs,
    most = () => Number.POSITIVE_INFINITY,
    deaths = () => 0,
  }: { seed: number; pauseMs: number; most?: () => number; deaths?: () => number },
): ShopDay => {
  const closing = new AbortController();
  const { signal } = closing;
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  let forms = 0;

  const openForm = async (person: string, channel: string) => {
    const before = deaths();
    const outcome = await slack.command(person, channel, '/paylink', '');
    if (!outcome.ok) return undefined;
    const look = () => {
      const top = slack.topModal(person);
      if (top?.submit === 'Create link') return { top };
      // Nobody can open it.
      return deaths() > before ? { top: undefined } : undefined;
    };
    return slack.until(look, FORM_MS).then(
      ({ top }) => top,
      () => undefined,
    );
  };

  const sell = async (person: string, channel: string, random: () => number): Promise<boolean> => {
    for (const modal of slack.modals(person)) await slack.closeView(person, modal.id, true);
    const form = await openForm(person, channel);
    if (!form) return false;
    forms += 1;
    const filled = fillLinkForm({
      invoiceAmount: String(100 + forms),
      Email: `customer${forms}@example.com`,
      Phone: `+97150${String(1_000_000 + forms)}`,
      notes: `order ${forms}`,
      ...(forms % 3 === 0 ? { options: [] } : {}),
    });
    if (filled['options']) await showFields({ slack }, form, filled, person).catch(() => undefined);
    for (const until = Date.now() + PRESS_MS; Date.now() < until; ) {
      const outcome = await slack.submit(person, form.id, filled).catch(() => ({ ok: false }));
      if (outcome.ok || slack.topModal(person)?.id !== form.id) return outcome.ok;
      await pause(50 + 400 * random());
    }
    return false;
  };

  const work = async (person: string, channel: string, random: () => number): Promise<void> => {
    while (!signal.aborted) {
      if (forms < most()) await sell(person, channel, random);
      await rest(pauseMs * (0.5 + random()));
    }
  };

  const pay = async (random: () => number): Promise<void> => {
    const seen = new Set<string>();
    while (!signal.aborted) {
      for (const { orderId, amountFils } of sandbox.links()) {
        if (seen.has(orderId)) continue;
        seen.add(orderId);
        const chance = random();
        if (chance < 0.15) continue;
        const options =
          chance < 0.25 ? { amountFils: amountFils - 100 } : chance < 0.35 ? { decline: true } : {};
        // Half of them pay before the card has its picture.
        const hesitation = random() < 0.5 ? 400 : 6_000;
        void rest(hesitation * random()).then(() => sandbox.pay(orderId, options).catch(() => undefined));
      }
      await rest(50);
    }
  };

  const days = [
    ...STAFF.map(([person, channel], i) => work(person, channel, createDice(seed + i))),
    pay(createDice(seed + 99)),
  ];
  return {
    forms: () => forms,
    sellOne: async () => {
      const [[person, channel]] = STAFF;
      while (!(await sell(person, channel, createDice(seed)))) await pause(500);
    },
    close: async () => {
      closing.abort();
      await Promise.all(days);
    },
  };
};

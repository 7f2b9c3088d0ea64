import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceLink } from './lean-service.ts';
import type { SeenMessage } from './lean-slack.ts';
import type { Standing } from './load-team.ts';

export interface CustomerFigures {
  callbacks: number;
  /** Share of payments reported by a callback. Not for the flooded workspace, where callbacks must be retried. */
  callbacksRefused: number;
  /** From an accepted callback to a card that says paid. */
  settled: readonly { standing: Standing; ms: number }[];
  /** Reported payments whose card does not say paid yet. */
  notOnCards: number;
}

export interface Customers {
  onMade(link: ServiceLink): void;
  onUpdate(message: SeenMessage): void;
  /** Resolves when everybody who wanted to pay has paid. */
  finished(): Promise<void>;
  isBusy(): boolean;
  figures(): CustomerFigures;
}

/** Share of links that are paid. */
const PAID_EVERY = 2;
/** Share of links paid without a callback: the sweep finds them if the run is long enough. */
const UNTOLD_EVERY = 10;
const THINKING_MS = 2_000;
const NOTE = /LOAD\d{4} order \d+/;

/** `pay` resolves to the status of the callback's answer, or null without a callback. */
export const createCustomers = (
  pay: (link: ServiceLink, isTold: boolean) => Promise<number | null>,
): Customers => {
  const underWay = new Set<Promise<void>>();
  const paidAt = new Map<string, number>();
  const settled: { standing: Standing; ms: number }[] = [];
  let callbacks = 0;
  let callbacksRefused = 0;

  const payLater = async (link: ServiceLink, isTold: boolean): Promise<void> => {
    await delay(THINKING_MS);
    if (isTold) paidAt.set(link.notes, performance.now());
    const status = await pay(link, isTold);
    if (status === null) return;
    callbacks += 1;
    if (status !== 200 && link.team.standing !== 'flooded') callbacksRefused += 1;
  };

  return {
    onMade: (link) => {
      const number = Number(link.orderId);
      if (number % PAID_EVERY !== 0) return;
      const run = payLater(link, number % UNTOLD_EVERY !== 0).finally(() => underWay.delete(run));
      underWay.add(run);
    },
    onUpdate: ({ team, text, all }) => {
      if (!/\bpaid\b/i.test(text)) return;
      const note = NOTE.exec(all)?.[0] ?? '';
      const at = paidAt.get(note);
      if (at === undefined) return;
      paidAt.delete(note);
      settled.push({ standing: team.standing, ms: performance.now() - at });
    },
    finished: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    isBusy: () => underWay.size > 0,
    figures: () => ({ callbacks, callbacksRefused, settled, notOnCards: paidAt.size }),
  };
};

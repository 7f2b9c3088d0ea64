import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FRONT_DESK, OMAR } from '../../playground/slack/people-and-places.ts';
import { rounded } from '../statistics.ts';
import { type AttackedApp, startAttackedApp } from './attacked-app.ts';
import { ATTACKS, type Attack } from './attacks.ts';

interface UnderAttack {
  attack: string;
  forms: number;
  /** Forms opened within Slack's three seconds. */
  formsOpened: number;
  /** Median time from the command to the call that opens its form; null if no form opened. */
  slowestFormMs: number | null;
  callbacks: number;
  callbacksTaken: number;
  /** Whether somebody can still start an install. */
  isInstallOpen: boolean;
  longestHoldMs: number;
  residentMiB: number;
}

/** Slack's limit for opening a form. */
const FORM_WITHIN_MS = 3_000;
const BETWEEN_MS = 200;
/** Keeps going until a form has opened: the machine may be busy at the start. */
const FIRST_FORM_WITHIN_MS = 10_000;
const MIB = 1024 * 1024;
const REST: Attack = { name: 'idle', begin: () => ({ end: () => {} }) };

/**
 * What a cashier sees during an attack: forms that open, callbacks that are accepted. Also the longest event-loop
 * block and the peak memory.
 */
export const createAttackWatch = (app: AttackedApp) => {
  const tokens = [...app.tokens.slice(1)];

  const readMetrics = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    return {
      holdMs: read('nodejs_eventloop_lag_max_seconds') * 1_000,
      residentMiB: read('process_resident_memory_bytes') / MIB,
    };
  };

  const openForm = async (): Promise<number | null> => {
    const opened = () => app.slack.calls('views.open').length;
    const before = opened();
    const typedAt = performance.now();
    const outcome = await app.slack.command(OMAR, FRONT_DESK, '/paylink');
    if (!outcome.ok) return null;
    const left = Math.max(1, FORM_WITHIN_MS - (performance.now() - typedAt));
    const isOpen = await app.slack.until(() => opened() > before, left).catch(() => false);
    return isOpen ? performance.now() - typedAt : null;
  };

  const callBack = async (): Promise<boolean> => {
    const token = tokens.shift() ?? '';
    const body = JSON.stringify({ status: 'PAID', amount: '250.00', currency: 'AED' });
    const answer = await fetch(`${app.url}/callbacks/${token}`, { method: 'POST', body });
    await answer.arrayBuffer();
    return answer.status === 200;
  };

  const isInstallOpen = async (): Promise<boolean> => {
    const begun = await fetch(`${app.url}/slack/install`, { redirect: 'manual' });
    await begun.arrayBuffer();
    return begun.headers.get('location')?.includes('state=') ?? false;
  };

  const watch = async (attack: Attack, ms: number): Promise<UnderAttack> => {
    await readMetrics();
    const attacking = attack.begin(app);
    const forms: (number | null)[] = [];
    const taken: boolean[] = [];
    const seen: Awaited<ReturnType<typeof readMetrics>>[] = [];
    let isOpen = true;
    try {
      const beganAt = performance.now();
      const mustGoOn = () => {
        const passed = performance.now() - beganAt;
        return passed < ms || (passed < FIRST_FORM_WITHIN_MS && forms.every((form) => form === null));
      };
      do {
        await delay(BETWEEN_MS);
        forms.push(await openForm());
        taken.push(await callBack().catch(() => false));
        isOpen = isOpen && (await isInstallOpen().catch(() => false));
        seen.push(await readMetrics());
      } while (mustGoOn());
    } finally {
      await attacking.end();
    }
    seen.push(await readMetrics());
    const opened = forms.filter((form) => form !== null);
    return {
      attack: attack.name,
      forms: forms.length,
      formsOpened: opened.length,
      slowestFormMs: opened.length === 0 ? null : Math.round(Math.max(...opened)),
      callbacks: taken.length,
      callbacksTaken: taken.filter(Boolean).length,
      isInstallOpen: isOpen,
      longestHoldMs: rounded(Math.max(...seen.map(({ holdMs }) => holdMs))),
      residentMiB: Math.round(Math.max(...seen.map(({ residentMiB }) => residentMiB))),
    };
  };

  return { watch, rest: (ms: number) => watch(REST, ms) };
};

const EACH_MS = 8_000;
/** More than the number of callbacks in that time. */
const LINKS = 500;

/** Measures the app from inside and outside, under attack and idle. */
export const benchAttacks = async (print: (figure: Record<string, unknown>) => void): Promise<void> => {
  const app = await startAttackedApp({
    entry: fileURLToPath(new URL('../../paylink/index.js', import.meta.url)),
    links: LINKS,
  });
  try {
    const { watch, rest } = createAttackWatch(app);
    // Warm up first: loading and compiling for the first requests would distort the idle figures.
    await rest(EACH_MS / 2);
    const idle = await rest(EACH_MS);
    print({ bench: 'attack', ...idle });
    for (const attack of ATTACKS) {
      const seen = await watch(attack, EACH_MS);
      print({
        bench: 'attack',
        ...seen,
        idleHoldMs: idle.longestHoldMs,
        grownMiB: seen.residentMiB - idle.residentMiB,
      });
    }
  } finally {
    await app.stop();
  }
};

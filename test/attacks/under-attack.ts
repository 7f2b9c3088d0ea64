import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { FRONT_DESK, OMAR } from '../../packages/local-slack/src/people-and-places.ts';
import type { AttackedApp } from './attacked-app.ts';
import type { Attack } from './attacks.ts';

interface UnderAttack {
  /** Forms opened within Slack's three seconds. */
  formsOpened: number;
  callbacks: number;
  callbacksTaken: number;
  /** Whether somebody can still start an install. */
  isInstallOpen: boolean;
  residentMiB: number;
}

/** Slack's limit for opening a form. */
const FORM_WITHIN_MS = 3_000;
const BETWEEN_MS = 200;
/** Keeps going until a form has opened: the machine may be busy at the start. */
const FIRST_FORM_WITHIN_MS = 10_000;
const MIB = 1024 * 1024;
const REST: Attack = { name: 'idle', begin: () => ({ end: () => {} }) };

/** What a cashier sees during an attack: forms that open, callbacks that are accepted. Also the peak memory. */
export const createAttackWatch = (app: AttackedApp) => {
  const tokens = [...app.tokens.slice(1)];

  const readResidentMiB = async (): Promise<number> => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN) / MIB;
  };

  const openForm = async (): Promise<boolean> => {
    const opened = () => app.slack.calls('views.open').length;
    const before = opened();
    const typedAt = performance.now();
    const outcome = await app.slack.command(OMAR, FRONT_DESK, '/paylink');
    if (!outcome.ok) return false;
    const left = Math.max(1, FORM_WITHIN_MS - (performance.now() - typedAt));
    return app.slack
      .until(() => opened() > before, left)
      .then(
        () => true,
        () => false,
      );
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
    const attacking = attack.begin(app);
    const forms: boolean[] = [];
    const taken: boolean[] = [];
    const resident: number[] = [];
    let isOpen = true;
    try {
      const beganAt = performance.now();
      const mustGoOn = () => {
        const passed = performance.now() - beganAt;
        return passed < ms || (passed < FIRST_FORM_WITHIN_MS && !forms.includes(true));
      };
      do {
        await delay(BETWEEN_MS);
        forms.push(await openForm());
        taken.push(await callBack().catch(() => false));
        isOpen = isOpen && (await isInstallOpen().catch(() => false));
        resident.push(await readResidentMiB());
      } while (mustGoOn());
    } finally {
      await attacking.end();
    }
    resident.push(await readResidentMiB());
    return {
      formsOpened: forms.filter(Boolean).length,
      callbacks: taken.length,
      callbacksTaken: taken.filter(Boolean).length,
      isInstallOpen: isOpen,
      residentMiB: Math.round(Math.max(...resident)),
    };
  };

  return { watch, rest: (ms: number) => watch(REST, ms) };
};

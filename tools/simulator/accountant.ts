import type { ReportKind } from '../../src/figures/listed-row.ts';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import { askOne } from './fleet.ts';
import type { Paylink } from './paylink.ts';
import type { World } from './simulated-world.ts';

const MOST_TRIES = 6;
const DAY_MS = 24 * 60 * 60_000;

/** A file that a user requested and was promised. */
export interface RequestedExport {
  kind: ReportKind;
  span: { from: number; to: number };
  fileName: string;
  /** How often it was requested until an answer came. */
  presses: number;
  at: number;
}

/** A daily close that was confirmed to be on, for a channel, from `at`. */
export interface RequestedClose {
  channelId: string;
  /** `12:50` */
  hour: string;
  at: number;
}

/** Plays an accountant, who exports the service's listings and switches on daily closes. */
export const createAccountant = (
  world: World,
  { running, timeZone }: { running: () => Paylink[]; timeZone: string },
) => {
  const { dice } = world;
  const exports: RequestedExport[] = [];
  const closes: RequestedClose[] = [];

  /** Retries until there is an answer. */
  const retryUntil = async <T>(what: string, ask: (paylink: Paylink) => Promise<T>): Promise<T | null> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answer = await askOne(world, running(), `accountant: ${what}`, ask);
      if (answer !== null) return answer;
      await world.sleep(dice.whole(2_000, 20_000));
    }
    return null;
  };

  const askForFile = async (kind: ReportKind): Promise<void> => {
    const span = { from: world.now() - DAY_MS / 3, to: world.now() + DAY_MS };
    let presses = 0;
    const told = await retryUntil(`export of ${kind}`, ({ desk }) => {
      presses += 1;
      return desk.startExport(kind, span);
    });
    if (told === null) return;
    const { fileName, query } = told;
    world.note(`accountant: asked for ${fileName}`);
    // One press means one file, even if the answer got lost and the press was repeated.
    if (!exports.some((asked) => asked.fileName === fileName))
      exports.push({ kind, span: query.span, fileName, presses, at: world.now() });
  };

  /** `12:10` */
  const hourIn = (minutes: number): string =>
    formatLocalDateTime(world.now() + minutes * 60_000, timeZone).slice(11, 16);

  const switchOnClose = async (channelId: string, hour: string): Promise<void> => {
    const answer = await retryUntil('daily close', ({ desk }) => desk.daily(channelId, `on ${hour}`));
    world.note(`accountant: daily close in ${channelId} at ${hour}: ${answer}`);
    // If it was refused or never answered, no one expects the close.
    if (answer !== null && /^The daily close (is on|was on)/.test(answer))
      closes.push({ channelId, hour, at: world.now() });
  };

  return {
    exports: (): readonly RequestedExport[] => exports,
    closes: (): readonly RequestedClose[] => closes,
    /** Works during the trouble, and again afterwards. */
    work: async (troubleEnds: number, closesIn: readonly [number, ...number[]]): Promise<void> => {
      if (dice.chance(0.6)) void switchOnClose('CFRONT', hourIn(dice.pick(closesIn)));
      if (dice.chance(0.6)) {
        await world.sleep(dice.whole(60_000, Math.max(60_000, troubleEnds - world.now())));
        await askForFile(dice.pick(['transactions', 'links']));
      }
      await world.sleep(Math.max(0, troubleEnds + dice.whole(300_000, 1_200_000) - world.now()));
      if (dice.chance(0.6)) await askForFile('payouts');
    },
  };
};

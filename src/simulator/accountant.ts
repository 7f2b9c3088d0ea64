import { formatLocalDateTime } from '../payment-service/index.ts';
import type { ReportKind } from '../reports/report-row.ts';
import type { Paylink } from './paylink.ts';
import type { World } from './world.ts';

const PATIENCE_MS = 45_000;
const MOST_TRIES = 6;
const DAY_MS = 24 * 60 * 60_000;

/** A file that somebody asked for, and was told that it would come. */
export interface AskedExport {
  kind: ReportKind;
  span: { from: number; to: number };
  fileName: string;
  at: number;
}

/** The close of each day that a channel is to get from `at` on. */
export interface AskedClose {
  channelId: string;
  /** `12:50` */
  hour: string;
  at: number;
}

/** Who asks for files of what the service lists, and for the figures of each day. */
export const createAccountant = (
  world: World,
  { running, timeZone }: { running: () => Paylink[]; timeZone: string },
) => {
  const { dice } = world;
  const exports: AskedExport[] = [];
  const closes: AskedClose[] = [];

  /** Asks until something is answered. */
  const retryUntil = async <T>(what: string, ask: (paylink: Paylink) => Promise<T>): Promise<T | null> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const [first, ...others] = running();
      if (first) {
        const work = ask(dice.pick([first, ...others])).catch((error: unknown) => {
          world.note(`accountant: ${what}: ${String(error).slice(0, 80)}`);
          return null;
        });
        const answer = await Promise.race([work, world.sleep(PATIENCE_MS).then(() => null)]);
        if (answer !== null) return answer;
      }
      await world.sleep(dice.whole(2_000, 20_000));
    }
    return null;
  };

  const askForFile = async (kind: ReportKind): Promise<void> => {
    const span = { from: world.now() - DAY_MS / 3, to: world.now() + DAY_MS };
    const told = await retryUntil(`export of ${kind}`, ({ desk }) => desk.startExport(kind, span));
    if (told === null) return;
    const { fileName, query } = told;
    world.note(`accountant: asked for ${fileName}`);
    // One press is one file, whichever of the answers to it got lost.
    if (!exports.some((asked) => asked.fileName === fileName))
      exports.push({ kind, span: query.span, fileName, at: world.now() });
  };

  /** `12:10` */
  const hourIn = (minutes: number): string =>
    formatLocalDateTime(world.now() + minutes * 60_000, timeZone).slice(11, 16);

  const switchOnClose = async (channelId: string, hour: string): Promise<void> => {
    const at = world.now();
    const answer = await retryUntil('daily close', ({ desk }) => desk.daily(channelId, `on ${hour}`));
    world.note(`accountant: daily close in ${channelId} at ${hour}: ${answer}`);
    // Refused by the channel, or never answered: then nobody counts on it.
    if (answer !== null && /^The daily close (is on|was on)/.test(answer))
      closes.push({ channelId, hour, at });
  };

  return {
    exports: (): readonly AskedExport[] => exports,
    closes: (): readonly AskedClose[] => closes,
    /** In the trouble, and once more when it is over. */
    work: async (troubleEnds: number): Promise<void> => {
      if (dice.chance(0.6)) void switchOnClose('CFRONT', hourIn(dice.pick([10, 20, 60])));
      if (dice.chance(0.6)) {
        await world.sleep(dice.whole(60_000, Math.max(60_000, troubleEnds - world.now())));
        await askForFile(dice.pick(['transactions', 'links']));
      }
      await world.sleep(Math.max(0, troubleEnds + dice.whole(600_000, 1_800_000) - world.now()));
      if (dice.chance(0.6)) await askForFile('payouts');
    },
  };
};

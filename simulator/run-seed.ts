import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src/log.ts';
import { openStore } from '../src/store/open-store.ts';
import { createAccountant } from './accountant.ts';
import { createColleagues } from './colleagues.ts';
import { createFleet } from './fleet.ts';
import { judgeShown } from './judge-shown.ts';
import { ADMIN, TEAM } from './paylink.ts';
import { type Afterwards, askAfterwards } from './questions.ts';
import { askOfReports } from './questions-of-reports.ts';
import { createSimulatedService } from './service.ts';
import { createCustomers } from './shop-customers.ts';
import { createWorld, type Hardship } from './simulated-world.ts';
import { createSimulatedSlack } from './slack.ts';
import { createStaff } from './staff.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DUBAI = { timeZone: 'Asia/Dubai', startAt: Date.UTC(2026, 10, 21, 8) };
/** Where and when a shop opens; the seed decides. In London, two minutes later, an hour is repeated or skipped. */
const SHOPS = [
  DUBAI,
  DUBAI,
  { timeZone: 'Europe/London', startAt: Date.UTC(2026, 9, 25, 0, 58) },
  DUBAI,
  DUBAI,
  DUBAI,
  DUBAI,
  { timeZone: 'Europe/London', startAt: Date.UTC(2027, 2, 28, 0, 58) },
  DUBAI,
  DUBAI,
] as const;
/** How long sales go on and everything goes wrong. Short for several processes: their polling is slow to simulate. */
const TROUBLE_MS = { ofOne: 18 * MINUTE, ofSeveral: 4 * MINUTE };
/** After that, all processes work undisturbed for this long, and then a single one. */
const PEACE_MS = 2 * MINUTE;
/** The longest anything waits for a retry: a token, a refused message, another process. */
const CALM_AFTER_MS = 20 * MINUTE;
/** Past the last expiry, plus the time the app may take to notice it. */
const REST_MS = 70 * MINUTE;
/** How wrong a machine's clock may be until its time server corrects it. */
const CLOCK_IS_OFF_BY_MS = [-600_000, -60_000, -5_000, 5_000, 30_000] as const;
const NO_HARDSHIP: Hardship = { killed: 0, paused: 0, slow: 0, diskFull: 0 };
/** Never answers, so that the admin is asked next. */
const SUPERVISOR = { userId: 'USUPERVISOR', role: 'supervisor' } as const;
/** In memory if possible, so that commits do not wait for a disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface SeedRun {
  seed: number;
  complaints: string[];
  history: readonly string[];
  /** Names of the chance events that happened. */
  happened: readonly string[];
  counts: { sales: number; links: number; kills: number; calls: number };
}

export interface SeedOptions {
  isTraced?: boolean;
  /** Allow only these chance events. */
  only?: ReadonlySet<string> | null;
  /** How many days in a row the shop opens, on one database; Paylink keeps working at night. */
  days?: number;
  ask?: (after: Afterwards) => Promise<string[]>;
}

const SILENT = createLog('silent');

/** A line of the app's log without its real time. */
const readLog = (line: string): string => {
  const { level, time: _, err, msg, ...fields } = JSON.parse(line);
  return `${level} ${msg} ${JSON.stringify(fields)}${err ? ` ${err.type}: ${err.message}` : ''}`;
};

/** An empty, migrated database to start each seed with. */
export const prepareDatabase = async (): Promise<{ path: string; remove(): void }> => {
  const folder = mkdtempSync(join(FOLDER, 'paylink-simulate-'));
  await (await openStore({ dataDir: folder })).close();
  return { path: join(folder, 'paylink.db'), remove: () => rmSync(folder, { recursive: true }) };
};

/** Simulates one or several days of a shop. The seed alone decides who works there and what happens. */
export const runSeed = async (
  seed: number,
  database: { path: string },
  { isTraced = false, only = null, days = 1, ask = askAfterwards }: SeedOptions = {},
): Promise<SeedRun> => {
  const { timeZone, startAt } = SHOPS[seed % SHOPS.length] ?? DUBAI;
  const world = createWorld(seed, startAt, only);
  const { dice } = world;
  world.note(`seed ${seed} in ${timeZone}`);
  const dataDir = mkdtempSync(join(FOLDER, 'paylink-seed-'));
  copyFileSync(database.path, join(dataDir, 'paylink.db'));
  const store = await openStore({ dataDir });
  await store.members.change(TEAM, [SUPERVISOR], { by: ADMIN, at: startAt, mustKeepAdmin: false });
  const log = isTraced
    ? createLog('info', { write: (line) => world.note(`  log: ${readLog(line)}`) })
    : SILENT;

  const complaints: string[] = [];
  let badness = 0;
  let hardship = NO_HARDSHIP;
  let troubleEnds = startAt;
  let isClockSet = false;
  const isBad = () => world.now() < troubleEnds;
  const trouble = () => (isBad() ? badness : 0);
  const service = createSimulatedService(world.as('service'), { trouble, timeZone });
  const slack = createSimulatedSlack(world.as('slack'), {
    canReplaceToken: dice.chance(0.5),
    trouble,
    onShown: (shown) => {
      const complaint = judgeShown(shown, staff.sales(), {
        ledger: service.ledger,
        happenings: customers.happenings(),
        now: world.now(),
      });
      if (complaint === null) return;
      world.note(`!! ${complaint}`);
      complaints.push(complaint);
    },
  });
  const fleet = createFleet(world, {
    hardship: () => (isBad() ? hardship : NO_HARDSHIP),
    onEndless: () => complaints.push('works without end'),
    store,
    log,
    send: service.send,
    slack,
    dataDir,
    timeZone,
  });
  const { running } = fleet;
  const staff = createStaff(world.as('staff'), { running, timeZone });
  const customers = createCustomers(world.as('customer'), { service, running });
  const colleagues = createColleagues(world.as('colleague'), { running });
  const accountant = createAccountant(world.as('accountant'), { running, timeZone });

  const openShop = async (size: number) => {
    const { dice } = world.as('sale');
    for (let left = dice.whole(6, 14); left > 0; left -= 1) {
      if (dice.chance(1)) void staff.sell();
      await world.sleep(dice.whole(1_000, dice.pick([20_000, size === 1 ? 160_000 : 40_000])));
    }
  };
  const setClocks = async () => {
    const { dice } = world.as('clock');
    while (isBad()) {
      await world.sleep(dice.whole(30_000, 600_000));
      const [process] = fleet.processes();
      if (!process || !isBad() || !dice.chance(0.4)) continue;
      isClockSet = true;
      process.setClock(dice.pick(CLOCK_IS_OFF_BY_MS));
    }
    for (const process of fleet.processes()) process.setClock(0);
  };

  const liveDay = async (opensAt: number) => {
    await world.runUntil(opensAt);
    const size = dice.pick([1, 1, 1, 1, 2, 3]);
    badness = dice.pick([0.05, 0.15, 0.3]);
    hardship = {
      killed: dice.pick([0, 2, 6]),
      paused: dice.pick([0, 0, 1]),
      slow: dice.pick([0, 200]),
      diskFull: dice.pick([0, 0, 3]),
    };
    troubleEnds = opensAt + (size === 1 ? TROUBLE_MS.ofOne : TROUBLE_MS.ofSeveral);
    world.note(`the shop opens: ${size} processes, trouble ${badness}, ${JSON.stringify(hardship)}`);
    fleet.start(size);
    if (dice.chance(0.4)) void accountant.work(troubleEnds);
    void openShop(size);
    void colleagues.work(troubleEnds + 10 * MINUTE);
    // With several processes, clocks must agree to within a second or two.
    if (size === 1) void setClocks();
    await world.runUntil(troubleEnds);
    world.note('the trouble is over');
    await world.runUntil(troubleEnds + PEACE_MS);
    if (size > 1) fleet.startAlone();
    // Only a later link can prove that a lost one was never created, so make it when no process is paused any more.
    await world.runUntil(troubleEnds + 8 * MINUTE);
    void staff.sell({ isSmall: true });
    void running()[0]?.desk.tryChannels();
    await world.runUntil(troubleEnds + REST_MS);
  };
  void customers.shop();
  for (let day = 0; day < days; day += 1) await liveDay(startAt + day * DAY);
  fleet.endAll();

  const after = {
    store,
    ledger: service.ledger,
    // Cards wait for addresses, which listings may show in any order. And a clock that was set gives wrong times.
    cardsHaveOrder: service.answersWithAddress && !isClockSet,
    sales: staff.sales(),
    messages: slack.messages(),
    mishaps: fleet.mishaps(),
    happenings: customers.happenings(),
    handed: colleagues.handed(),
    reminded: colleagues.reminded(),
    calmFrom: troubleEnds + CALM_AFTER_MS,
    now: world.now(),
  };
  complaints.push(
    ...(await ask(after)),
    ...(await askOfReports({
      ...after,
      exports: accountant.exports(),
      closes: accountant.closes(),
      timeZone,
    })),
  );
  await store.close();
  rmSync(dataDir, { recursive: true });
  for (const complaint of complaints) world.note(`!! ${complaint}`);
  const { kills, calls } = fleet.counts();
  const counts = { sales: staff.sales().length, links: service.ledger.links().length, kills, calls };
  return { seed, complaints, history: world.history(), happened: world.happened(), counts };
};

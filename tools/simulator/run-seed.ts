import { createLog } from '../../src/log.ts';
import { createAccountant } from './accountant.ts';
import { checkBatches } from './check-batches.ts';
import { checkDay, type DayResult } from './check-day.ts';
import { checkLeaver } from './check-leaver.ts';
import { checkMonth } from './check-month.ts';
import { checkOldPreviews } from './check-old-previews.ts';
import { checkReports } from './check-reports.ts';
import { createColleagues } from './colleagues.ts';
import { createAdmin } from './credentials.ts';
import type { SeedDatabase } from './database.ts';
import { type Day, drawLargeDay, drawSmallDay, isLargeDay, QUIET_DAY, QUIET_FEATURES } from './day.ts';
import { createExplainer } from './explainer.ts';
import { createFleet } from './fleet.ts';
import { judgeShown } from './judge-shown.ts';
import { createKnownWords } from './known-words.ts';
import { createLeaver } from './leaver.ts';
import { createOffice } from './office.ts';
import { ADMIN, FINANCE, OWN_ACCOUNT, SUPERVISOR, TEAM } from './paylink.ts';
import { createSimulatedService } from './service.ts';
import { createCustomers } from './shop-customers.ts';
import { createWorld, type Hardship } from './simulated-world.ts';
import { createSimulatedSlack } from './slack.ts';
import { APPROVAL_LIMIT_FILS, CREATORS, createStaff } from './staff.ts';

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
/** After the trouble, and once all are awake, all processes work undisturbed for this long, and then a single one. */
const CALM_MS = MINUTE / 2;
/** By then every paused process has woken, and links that it made late are known to be lost. */
const LAST_SALE_MS = 7 * MINUTE;
/** Something that is asked for after the trouble gets this long. */
const REST_MS = 26 * MINUTE;
/** After the last expiry: how long the app waits, the next sweep, and some more. */
const EXPIRY_NOTICED_MS = 23 * MINUTE;
/** How wrong a machine's clock may be until its time server corrects it. */
const CLOCK_IS_OFF_BY_MS = [-600_000, -60_000, -5_000, 5_000, 30_000] as const;
/** What a slow machine is in calm times, too. */
const inCalmTimes = ({ slow, pausedForMs }: Hardship): Hardship => ({
  killed: 0,
  paused: 0,
  slow,
  diskFull: 0,
  pausedForMs,
});

export interface SeedRun {
  seed: number;
  complaints: string[];
  history: readonly string[];
  /** Names of the chance events that happened. */
  happened: readonly string[];
  /** What it took of a processor, its questions among it. */
  cpuMs: number;
  counts: { sales: number; links: number; kills: number; calls: number };
}

export interface SeedOptions {
  isTraced?: boolean;
  /** Allow only these chance events. */
  only?: ReadonlySet<string> | null;
  /** How many days in a row the shop opens, on one database; Paylink keeps working at night. */
  days?: number;
  /** They are quiet, and each week brings another name. */
  isMonth?: boolean;
  ask?: (after: DayResult) => Promise<string[]>;
}

const SILENT = createLog('silent');

/** A line of the app's log without its real time. */
const formatLogLine = (line: string): string => {
  const { level, time: _, err, msg, ...fields } = JSON.parse(line);
  return `${level} ${msg} ${JSON.stringify(fields)}${err ? ` ${err.type}: ${err.message}` : ''}`;
};

/** Simulates one or several days of a shop. The seed alone decides who works there and what happens. */
export const runSeed = async (
  seed: number,
  database: SeedDatabase,
  { isTraced = false, only = null, days = 1, isMonth = false, ask = checkDay }: SeedOptions = {},
): Promise<SeedRun> => {
  const cpuBefore = process.cpuUsage();
  const { timeZone, startAt } = SHOPS[seed % SHOPS.length] ?? DUBAI;
  const isLarge = !isMonth && (days > 1 || isLargeDay(seed));
  const hasOnly = isMonth ? QUIET_FEATURES : null;
  const world = createWorld(seed, startAt, { only, hasEverything: isLarge, hasOnly });
  const { dice } = world;
  world.note(`seed ${seed} in ${timeZone}`);
  const { store, dataDir } = database;
  database.clear();
  // Gives lists. Never answers a request for approval, so that the admin is asked next.
  await store.members.change(TEAM, [{ userId: SUPERVISOR, role: 'supervisor' }], {
    by: ADMIN,
    at: startAt,
    mustKeepAdmin: false,
  });
  const hasFinance = world.has('words that somebody explains') && world.has('somebody of finance');
  if (hasFinance)
    await store.members.change(TEAM, [{ userId: FINANCE, role: 'finance' }], {
      by: ADMIN,
      at: startAt,
      mustKeepAdmin: false,
    });
  await store.settings.change(TEAM, { approvalLimitFils: APPROVAL_LIMIT_FILS }, { by: ADMIN, at: startAt });
  await store.accounts.claim(TEAM, OWN_ACCOUNT, startAt);
  const log = isTraced
    ? createLog('info', { write: (line) => world.note(`  log: ${formatLogLine(line)}`) })
    : SILENT;

  const complaints: string[] = [];
  let day = isMonth ? QUIET_DAY : drawSmallDay(dice);
  let troubleEnds = startAt;
  let isClockSet = false;
  const isBad = () => world.now() < troubleEnds;
  const trouble = () => (isBad() ? day.badness : 0);
  const service = createSimulatedService(world.as('service'), { trouble, timeZone, isMonth });
  const { dialect } = service;
  const slack = createSimulatedSlack(world.as('slack'), {
    canReplaceToken: dice.chance(0.5),
    trouble,
    refusedMs: () => day.refusedMs,
    onShown: (shown) => {
      const complaint = judgeShown(shown, staff.sales(), {
        ledger: service.ledger,
        otherLedger: service.otherLedger,
        disputes: service.disputes,
        happenings: customers.happenings(),
        words,
        areLinksPlain: dialect.isStrangeOnRowsOnly,
        mishaps: fleet.mishaps(),
        now: world.now(),
      });
      if (complaint === null) return;
      world.note(`!! ${complaint}`);
      complaints.push(complaint);
    },
  });
  const admin = createAdmin(world.as('admin'), {
    running: () => fleet.running(),
    onOtherShop: service.sellElsewhere,
  });
  const hasOtherShop =
    !isLarge && world.has('another shop’s credentials') && world.as('admin').dice.chance(0.3);
  const fleet = createFleet(world, {
    hardship: () => (isBad() ? day.hardship : inCalmTimes(day.hardship)),
    onEndless: () => complaints.push('works without end'),
    store,
    log,
    send: service.send,
    slack,
    credentials: admin,
    dataDir,
    timeZone,
  });
  const { running } = fleet;
  const leaver = createLeaver(world.as('leaver'), { running, slack, people: CREATORS });
  const hasLeft = (userId: string) => leaver.left()?.userId === userId;
  const staff = createStaff(world.as('staff'), {
    running,
    hasLeft,
    minutesToPay: () => day.minutesToPay,
    timeZone,
  });
  const customers = createCustomers(world.as('customer'), { service, running });
  const colleagues = createColleagues(world.as('colleague'), { running, hasLeft });
  const accountant = createAccountant(world.as('accountant'), { running, timeZone });

  const explainer = createExplainer(world.as('explainer'), { running, hasFinance, isMonth, dialect });
  const words = createKnownWords(dialect, explainer, world.now);

  const office = createOffice(world.as('office'), { running, minutesToPay: () => day.minutesToPay });

  const openShop = async ({ sales, mostGapMs }: Day) => {
    const { dice } = world.as('sale');
    for (let left = sales; left > 0; left -= 1) {
      if (dice.chance(1)) void staff.sell();
      await world.sleep(dice.whole(1_000, mostGapMs));
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
  };

  const liveDay = async (opensAt: number) => {
    if (isMonth && world.now() < opensAt) world.skip(opensAt - world.now());
    await world.runUntil(opensAt);
    if (isLarge) day = drawLargeDay(dice);
    const { processes, badness, hardship } = day;
    troubleEnds = opensAt + day.troubleMs;
    world.note(`the shop opens: ${processes} processes, trouble ${badness}, ${JSON.stringify(hardship)}`);
    fleet.start(processes);
    if (dice.chance(0.4)) void accountant.work(troubleEnds, day.closesIn);
    void openShop(day);
    if (world.has('second sales')) void staff.sellAgain(troubleEnds + day.calmAfterMs);
    if (world.has('changed amounts')) void staff.changeAmounts(troubleEnds + day.calmAfterMs);
    if (hasOtherShop) void admin.work(troubleEnds);
    else if (world.has('batches') && dice.chance(0.3))
      void office.work(troubleEnds, troubleEnds + day.calmAfterMs);
    else if (days === 1 && world.has('old previews') && world.as('old preview').dice.chance(0.3))
      void office.giveOld().then((rows) => staff.sellOfList(rows, troubleEnds + day.calmAfterMs));
    if (world.has('somebody who leaves') && world.as('leaver').dice.chance(0.5) && leaver.left() === null)
      void leaver.work(troubleEnds + day.calmAfterMs);
    if (world.has('colleagues')) void colleagues.work(troubleEnds + 5 * MINUTE);
    // With several processes, clocks must agree to within a second or two.
    if (processes === 1 && world.has('wrong clocks')) void setClocks();
    await world.runUntil(troubleEnds);
    world.note('the trouble is over');
    // Or the last sale would be made before the one whose absence it proves.
    if (isClockSet) for (const process of fleet.processes()) process.setClock(0);
    const awakeFrom = Math.max(
      troubleEnds,
      ...[...fleet.processes()].map((process) => process.pausedUntil()),
    );
    await world.runUntil(awakeFrom + CALM_MS);
    if (processes > 1) fleet.startAlone();
    await world.runUntil(troubleEnds + LAST_SALE_MS);
    // Only a later link can prove that a lost one was never created.
    const lost = [...(await store.links.inState('unknown')), ...(await store.links.inState('reserved'))];
    if (lost.length > 0 || isLarge) void staff.sell({ isSmall: true });
    await world.runUntil(troubleEnds + day.calmAfterMs);
    const calm = world.as('calm').dice;
    if (world.has('sales in calm times'))
      for (let left = calm.whole(1, 3); left > 0; left -= 1) void staff.sell({ isSmall: true });
    await world.runUntil(troubleEnds + REST_MS);
    // What can be paid for days is not waited for.
    const ends = [...staff.sales(), ...office.lists()].map(({ expiresAt }) => expiresAt);
    const lastExpiry = Math.max(...ends.filter((at) => at < troubleEnds + DAY));
    await world.runUntil(
      Math.max(world.now(), lastExpiry + EXPIRY_NOTICED_MS + (world.has('slow banks') ? 20 * MINUTE : 0)),
    );
  };
  void customers.shop();
  if (world.has('words that somebody explains')) void explainer.work();
  for (let day = 0; day < days; day += 1) await liveDay(startAt + day * DAY);
  const old = office.lists().find((list) => list.old !== null);
  if (old) {
    world.skip(dice.pick([26 * 60 * MINUTE, 46 * 60 * MINUTE]));
    await world.runUntil(world.now() + 5 * MINUTE);
    void office.confirmOld(old);
    await world.runUntil(world.now() + EXPIRY_NOTICED_MS);
  } else if (days === 1 && world.has('late payments') && dice.chance(0.3)) {
    world.skip(dice.pick([30 * 60 * MINUTE, 5 * DAY, 25 * DAY]));
    await world.runUntil(world.now() + 5 * MINUTE);
    const isRefunded = world.has('late refunds') && customers.refundLate();
    // An old row that changes is read at night only.
    if (isRefunded) world.skip(DAY);
    if (customers.payLate() || isRefunded) await world.runUntil(world.now() + EXPIRY_NOTICED_MS);
  }
  fleet.endAll();
  // Whatever is being written is written, and nothing follows it.
  await world.runUntil(world.now());

  const after = {
    store,
    ledger: service.ledger,
    otherLedger: service.otherLedger,
    disputes: service.disputes,
    dialect,
    words,
    hasExplainer: world.has('words that somebody explains'),
    // Cards wait for addresses, which listings may show in any order. And a clock that was set gives wrong times.
    cardsHaveOrder: service.answersWithAddress && !isClockSet,
    isAlone: day.processes === 1,
    sales: staff.sales(),
    messages: slack.messages(),
    mishaps: fleet.mishaps(),
    deaths: fleet.deaths(),
    happenings: customers.happenings(),
    handed: colleagues.handed(),
    left: leaver.left(),
    refusedLeaverAt: slack.refusedLeaverAt(),
    reminded: colleagues.reminded(),
    calmFrom: troubleEnds + day.calmAfterMs,
    now: world.now(),
  };
  complaints.push(
    ...explainer.stuck().map((word) => `explained by everybody, and still asked about: ${word}`),
    ...(isMonth ? checkMonth(after, { startAt, answeredAt: explainer.answeredAt() }) : []),
    ...(await ask(after)),
    ...(await checkReports({
      ...after,
      exports: accountant.exports(),
      closes: accountant.closes(),
      timeZone,
    })),
    ...(await checkBatches({ ...after, lists: office.lists() })),
    ...(await checkLeaver(after)),
    ...checkOldPreviews({ ...after, lists: office.lists() }),
  );
  for (const complaint of complaints) world.note(`!! ${complaint}`);
  const { kills, calls } = fleet.counts();
  const counts = { sales: staff.sales().length, links: service.ledger.links().length, kills, calls };
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1_000;
  return { seed, complaints, history: world.history(), happened: world.happened(), cpuMs, counts };
};

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildAppEnvironment } from '../playground/app-process.ts';
import { freePort } from '../playground/free-port.ts';
import { readManifest } from '../playground/read-manifest.ts';
import { refuseRealSurroundings } from '../playground/refuse-real-surroundings.ts';
import { createSandboxService } from '../playground/sandbox/sandbox-service.ts';
import { createLocalSlack, type SeenView } from '../playground/slack/local-slack.ts';
import { FRONT_DESK, OMAR, RAVI } from '../playground/slack/people-and-places.ts';
import { startApp } from './app-under-test.ts';
import { createTill, type Effort, type Known } from './counter/till.ts';
import { median } from './statistics.ts';

/** The first of each is left out: it loads modules that later ones reuse. */
const ROUNDS = 6;
/** To scan the code and to pay. */
const CUSTOMER_TAKES_MS = 5_000;
/** How long the cashier waits for the paid state. */
const PATIENCE_MS = 60_000;

refuseRealSurroundings(process.env);
/** Another build to measure the same way, such as an older one. */
const entry = process.env['COUNTER_APP']
  ? pathToFileURL(process.env['COUNTER_APP'])
  : new URL('../paylink/index.js', import.meta.url);
const manifest: unknown = JSON.parse(readFileSync(new URL('../../manifest.json', entry), 'utf8'));
const features = readManifest(manifest).features;

const dataDir = await mkdtemp(join(tmpdir(), 'paylink-counter-'));
const sandbox = await createSandboxService({ history: 'none' });
const slack = await createLocalSlack({ manifest: features, allowance: Number.POSITIVE_INFINITY });
const port = await freePort(0);
const app = await startApp({
  entry,
  port,
  readyWord: 'Paylink is ready',
  env: {
    ...buildAppEnvironment({ slack, sandbox }),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    PAYLINK_ADMINS: RAVI,
  },
});
slack.setAppUrl(`http://127.0.0.1:${port}`);

const settingsWindow = (is: (view: SeenView) => boolean) =>
  slack.until(() => {
    const view = slack.topModal(RAVI);
    return view?.submit && is(view) ? view : undefined;
  });

/** Settings that an admin makes once, where this build has them: the shop's e-mail, terms on by default, a preset. */
const settle = async (): Promise<void> => {
  const outcome = await slack.command(RAVI, FRONT_DESK, '/paylink', 'settings');
  if (!outcome.ok) throw new Error(outcome.problem);
  let view = await settingsWindow(({ callbackId }) => callbackId === 'settings');
  const first = view.id;
  if (JSON.stringify(view.blocks).includes('open_form_settings')) {
    await slack.click(RAVI, { viewId: view.id }, { actionId: 'open_form_settings' });
    view = await settingsWindow(({ id }) => id !== first);
  }
  const wanted: Record<string, string | string[]> = {
    defaultEmail: 'till@shop.example.com',
    terms: ['confirmed'],
    presets: 'Deposit 500',
  };
  const ids = new Set(view.blocks.map((block) => (block as { block_id?: string }).block_id));
  const filled = Object.entries(wanted)
    .filter(([field]) => ids.has(field))
    .map(([field, value]) => [field, { [field]: value }]);
  const saved = await slack.submit(RAVI, view.id, Object.fromEntries(filled));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  const [bottom] = slack.modals(RAVI);
  if (bottom) await slack.closeView(RAVI, bottom.id, true);
};

let sales = 0;
/** A new customer and amount for each sale, so that none looks like a duplicate. */
const nextSale = (): Known & { Phone: string; invoiceAmount: string } => {
  sales += 1;
  return {
    FullName: 'Layla Haddad',
    Phone: `055${String(1_112_230 + sales)}`,
    notes: 'Birthday cake',
    invoiceAmount: String(250 + sales),
  };
};

const lineOf = ({ invoiceAmount, FullName, Phone, notes }: Known) =>
  `${invoiceAmount} ${FullName} ${Phone} for ${notes}`;

/** A returning customer. */
const makeKnown = async (): Promise<ReturnType<typeof nextSale>> => {
  const sale = nextSale();
  const till = createTill(slack);
  await till.create(await till.type(lineOf(sale)), sale);
  await till.closeAll();
  return { ...sale, invoiceAmount: String(Number(sale.invoiceAmount) + 400) };
};

type Till = ReturnType<typeof createTill>;

const SALES: Record<string, (till: Till) => Promise<void>> = {
  'new customer by quick line': async (till) => {
    const sale = nextSale();
    await till.showQr(await till.create(await till.type(lineOf(sale)), sale));
  },
  'known customer by quick line': async (till) => {
    const sale = await makeKnown();
    const form = await till.type(`${sale.invoiceAmount} ${sale.Phone}`);
    await till.showQr(await till.create(form, sale));
  },
  'from a message': async (till) => {
    const sale = nextSale();
    const text = `${sale['FullName']} owes ${sale.invoiceAmount} for ${sale['notes']}, ${sale.Phone}`;
    await slack.message(OMAR, FRONT_DESK, text);
    const message = slack.messages(FRONT_DESK).findLast(({ user }) => user === OMAR);
    const hasShortcut = features.shortcuts.some(({ callbackId }) => callbackId === 'link_from_message');
    if (!message) throw new Error('the message is not there');
    const form = hasShortcut ? await till.fromMessage(message) : await till.type(text);
    await till.showQr(await till.create(form, sale));
  },
  'known customer by preset': async (till) => {
    const sale = await makeKnown();
    const deposit = { ...sale, invoiceAmount: '500', notes: 'Deposit' };
    const form = await till.type(sale.Phone);
    const ready = till.hasPresets(form) ? await till.preset(form) : form;
    await till.showQr(await till.create(ready, deposit));
  },
};

const isPaidAfter = async (how: { callback: boolean }) => {
  const sale = nextSale();
  const till = createTill(slack);
  await till.showQr(await till.create(await till.type(lineOf(sale)), sale));
  await delay(CUSTOMER_TAKES_MS);
  await sandbox.pay(sandbox.links().at(-1)?.orderId ?? '', how);
  return till.paid(PATIENCE_MS);
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
const waited = (ms: number | null): string =>
  ms === null ? `not within ${PATIENCE_MS / 1_000}` : seconds(ms);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await settle();
  // Goes first: fast sales would use up the per-minute request budget.
  print('| paid, until it says so | in the window, s | in the channel, s |\n|---|--:|--:|');
  for (const callback of [true, false]) {
    const { windowMs, channelMs } = await isPaidAfter({ callback });
    await createTill(slack).closeAll();
    print(`| ${callback ? 'with' : 'without'} callbacks | ${waited(windowMs)} | ${waited(channelMs)} |`);
  }
  print('\n| sale, until the QR code is on the screen | typed | presses | machine, s |');
  print('|---|--:|--:|--:|');
  for (const [name, sell] of Object.entries(SALES)) {
    const efforts: Effort[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const till = createTill(slack);
      await sell(till);
      await till.closeAll();
      efforts.push(till.effort);
    }
    const [, ...warm] = efforts;
    const of = (what: keyof Effort) => median(warm.map((effort) => effort[what]));
    print(`| ${name} | ${of('typed')} | ${of('presses')} | ${seconds(of('machineMs'))} |`);
  }
} finally {
  await app.stop();
  await slack.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
}

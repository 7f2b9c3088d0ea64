// @module-tag long
// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FATIMA,
  FRONT_DESK,
  LENA,
  OMAR,
  RAVI,
  SARA,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { closeModals, issueLink, readyForm } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { ask, DAY } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Lena in finance, Ravi an admin. */
let scene: Scene;
const clock = createNoonClock();

const orders = new Map<string, string>();
const digits = new Map<string, string>();

const make = async (
  FullName: string,
  invoiceAmount: string,
  { as = SARA, phone = '', notes = 'perfume' },
) => {
  const Email = `${FullName.replace(' ', '.')}@example.com`;
  await issueLink(scene, { FullName, invoiceAmount, Phone: phone, Email, notes }, { as });
  await closeModals(scene, as);
  digits.set(FullName, phone.slice(-3));
  orders.set(FullName, scene.sandbox.links().at(-1)?.orderId ?? '');
};

const orderOf = (name: string): string => orders.get(name) ?? '';

const pay = async (name: string, how: { amountFils?: number } = {}) => {
  // One after the other.
  clock.move(60_000);
  await scene.sandbox.pay(orderOf(name), how);
  await cardIn(
    scene,
    new RegExp(
      `···${digits.get(name)}.*(?:✅ Paid|🔴 Another)|(?:✅ Paid|🔴 Another).*···${digits.get(name)}`,
      's',
    ),
  );
};

/** What nothing that was asked may change. */
const readKept = async () => [
  scene.sandbox.links().length,
  await readTable(scene.database.place, 'links'),
  await readTable(scene.database.place, 'link_events'),
];

beforeAll(async () => {
  scene = await startScene({
    clock,
    env: { PAYLINK_ADMINS: RAVI },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  const tables = await openTables(scene.database.place);
  for (const [who, role] of [
    [OMAR, 'supervisor'],
    [LENA, 'finance'],
  ])
    await tables.run(
      `insert into members (team_id, user_id, role, set_by, set_at) values ('${TEAM}', '${who}', '${role}', '${RAVI}', 0)`,
    );
  await tables.close();
  // Of yesterday: one is paid today.
  await make('Sara Malik', '300', { phone: '050 111 1111', notes: 'sofa' });
  await make('Huda Saleh', '120', { phone: '050 222 2222' });
  clock.move(DAY);
  await make('Sara Khan', '250', { phone: '050 123 4567' });
  await make('Nour Ali', '510', { phone: '050 333 3333', notes: 'chair' });
  await make('Layla Aziz', '400', { phone: '050 444 4444' });
  await make('Mona Saad', '50', { phone: '050 555 5555' });
  await make('Nour Hassan', '90', { as: FATIMA, phone: '050 666 6666' });
  await pay('Sara Khan');
  await pay('Layla Aziz');
  await pay('Nour Hassan');
  await pay('Mona Saad', { amountFils: 6_000 });
  await pay('Sara Malik');
  await scene.sandbox.refund(orderOf('Layla Aziz'), { amountFils: 10_000 });
  await cardIn(scene, /AED 400\.00.*100\.00 refunded/s);
});

afterAll(() => scene.close());

const whispersTo = (as: string) =>
  scene.slack.messages(FRONT_DESK, { as }).filter(({ ephemeralTo }) => ephemeralTo === as);

const answerTo = async (line: string, as: string) => {
  const before = whispersTo(as).length;
  await ask(scene, line, { as });
  return seen(await scene.slack.until(() => whispersTo(as)[before]));
};

/** `✅ Sara ···567 250.00`: of each sale in the answer, in its order. */
const salesIn = (text: string): string[] =>
  [...text.matchAll(/^([^\s*]+) [^·\n]* · \*AED ([\d,.]+)\*[^·]* · (\S+) \((···\d{3})\)/gm)].map(
    ([, mark, amount, name, digits]) => `${mark} ${name} ${digits} ${amount}`,
  );

const SARA_KHAN = '✅ Sara ···567 250.00';
const SARA_MALIK = '✅ Sara ···111 300.00';
const HUDA = '🟡 Huda ···222 120.00';
const NOUR = '🟡 Nour ···333 510.00';
const LAYLA = '✅ Layla ···444 400.00';
const MONA = '🔴 Mona ···555 50.00';
const NOUR_OF_FATIMA = '✅ Nour ···666 90.00';

const BOTH_SARAS = [SARA_KHAN, SARA_MALIK];
const PAID_TODAY = [SARA_MALIK, MONA, LAYLA, SARA_KHAN];
const RECEIVED = /^\*Received today: AED 1,010\.00 in 4 payments\.\*/;
const OWN = /Your own sales\. Everybody’s\? Ask <@U0OMAR0001>/;
/** The list by age: Huda's is of yesterday. */
const UNPAID = /^\*Yours: 2 unpaid, AED 630\.00\*\n.*\nHuda · \*120\.00\* · .*\nNour · \*510\.00\* · /;
const SENT = /^Nothing is sent yet: press \*WhatsApp\* or \*Show QR\*\./;
const CHANGED = /^Nothing is changed yet: press \*Change amount or details…\*/;
const NOT_OFFERED = /^You can’t cancel or refund here\./;
const HELP = /\/paylink mine/;

describe('a question or an order of a cashier is answered with their own sales', () => {
  test.each<[line: string, says: RegExp, sales?: readonly string[]]>([
    ['who paid today', RECEIVED, PAID_TODAY],
    ['paid?', RECEIVED, PAID_TODAY],
    ['paid', RECEIVED, PAID_TODAY],
    ['paid today', OWN, PAID_TODAY],
    ['Who has paid today?', RECEIVED, PAID_TODAY],
    ['who paid yesterday', /^\*Received yesterday: nothing\.\*/, []],
    ['مين دفع اليوم', RECEIVED, PAID_TODAY],
    ['how much today', RECEIVED],
    ['how much did I make today', RECEIVED],
    ['how much today', /Refunded today: AED 100\.00 in 1 refund\.\* Still to come: AED 630\.00 in 2 sales\./],
    ['how much today', OWN],
    ['how much yesterday', /^\*Received yesterday: nothing\.\*\nYour own/],
    ['total', RECEIVED],
    ['sales today', RECEIVED],
    ['daily today', RECEIVED],
    ['daily yesterday', /^\*Received yesterday: nothing\.\*/],
    ['كم اليوم', RECEIVED],
    ['كم أمس', /^\*Received yesterday: nothing\.\*/],
    ['المجموع', RECEIVED],
    ['did sara pay', /with “sara”/, BOTH_SARAS],
    ['has sara paid?', /with “sara”/, BOTH_SARAS],
    ['how much did sara pay', /with “sara”/, BOTH_SARAS],
    ['did sara khan pay', /paid 22 Nov/, [SARA_KHAN]],
    ['did 0501234567 pay', /\+971501234567/, [SARA_KHAN]],
    ['did sara pay 250', /AED 250\.00/, [SARA_KHAN]],
    ['who paid 250', /AED 250\.00/, [SARA_KHAN]],
    ['is nour’s paid', /expires/, [NOUR]],
    ['did fatima pay', /none found/, []],
    ['هل دفعت سارة', /^Names are kept in Latin letters\. Today’s sales, open and paid:/],
    ['دفعت سارة؟', /^Names are kept in Latin letters/, [MONA, LAYLA, NOUR, SARA_KHAN, SARA_MALIK]],
    ['هل دفع 250', /AED 250\.00/, [SARA_KHAN]],
    ['سارة', /^Names are kept in Latin letters/],
    ['unpaid', UNPAID],
    ['who has not paid', UNPAID],
    ['who owes', UNPAID],
    ['pending', UNPAID],
    ['مين ما دفع', UNPAID],
    ['غير مدفوع', UNPAID],
    ['unpaid yesterday', /made /, [HUDA]],
    ['sara didnt pay', /with “sara”/, BOTH_SARAS],
    ['huda didn’t pay', /with “huda”/, [HUDA]],
    ['my links', /^\*My payment links\*/, [MONA, LAYLA, NOUR, SARA_KHAN, HUDA, SARA_MALIK]],
    ['my links today', /made Sun 22 Nov/, [MONA, LAYLA, NOUR, SARA_KHAN]],
    ['today', /made Sun 22 Nov/, [MONA, LAYLA, NOUR, SARA_KHAN]],
    ['yesterday', /made Sat 21 Nov/, [HUDA, SARA_MALIK]],
    ['sara', /A new link\? Add the amount, or type `\/paylink new sara`\./, BOTH_SARAS],
    ['machine broken', /none found/, []],
    ['status', /^\*My payment links\*/],
    ['refunds last month', /^\*Refunded last month: nothing\.\*\nYour own/, []],
    ['refunds', /Refunded .*: AED 100\.00 in 1 refund/, [LAYLA]],
    ['refunds today', /^\*Refunded today: AED 100\.00/, [LAYLA]],
    ['المرتجعات', /AED 100\.00 in 1 refund/, [LAYLA]],
    ['resend huda', SENT, [HUDA]],
    ['remind nour', SENT, [NOUR]],
    ['whatsapp nour', SENT, [NOUR]],
    ['send to nour', SENT, [NOUR]],
    ['please resend nour’s link', SENT, [NOUR]],
    ['qr', SENT, [NOUR, HUDA]],
    ['qr nour', SENT, [NOUR]],
    ['resend sara', /^None of these is waiting for payment\./, BOTH_SARAS],
    ['Resend huda 120 050 222 2222', SENT, [HUDA]],
    ['تذكير', SENT, [NOUR, HUDA]],
    ['تذكير نور', /^Names are kept in Latin letters/],
    ['change 510 to 205', /press \*Change amount or details…\* and enter 205\./, [NOUR]],
    ['change nour to 205', CHANGED, [NOUR]],
    ['wrong amount', CHANGED, [NOUR, HUDA]],
    ['change 250 to 205', /^None of these/, [SARA_KHAN]],
    ['تغيير 510', CHANGED, [NOUR]],
    ['cancel 120', NOT_OFFERED, [HUDA]],
    ['cancel', NOT_OFFERED, []],
    ['undo', NOT_OFFERED, []],
    ['how do I cancel?', NOT_OFFERED, []],
    ['الغاء', NOT_OFFERED, []],
    ['refund sara', NOT_OFFERED, BOTH_SARAS],
    ['refund mona', /Finance is <@U0LENA0001>\./, [MONA]],
    ['how do I refund', NOT_OFFERED, []],
    ['Refund 250 to Sara 0501234567', NOT_OFFERED, [SARA_KHAN]],
    ['can you refund nour', NOT_OFFERED, [NOUR]],
    ['استرجاع', /Too much paid\? Ask finance\. Finance is <@U0LENA0001>\./, []],
    ['sara paid cash', /^Cash and transfers are not counted here/, BOTH_SARAS],
    ['nour paid cash', /Don’t send that link again/, [NOUR]],
    ['دفعت كاش', /^Cash and transfers are not counted here/],
    ['hi', HELP],
    ['what is this', HELP],
    ['???', HELP],
    ['مرحبا', HELP],
    ['thanks', /^You’re welcome\.$/],
    ['شكرا', /^You’re welcome\.$/],
  ])('%j', async (line, says, sales) => {
    const before = await readKept();
    const answer = await answerTo(line, SARA);
    expect(answer.text).toMatch(says);
    if (sales) expect(salesIn(answer.text)).toEqual(sales);
    expect(answer.text).not.toMatch(/example\.com|\(···666\)/);
    expect(scene.slack.topModal(SARA)).toBeUndefined();
    expect(await readKept()).toEqual(before);
  });
});

test.each<[line: string, says: RegExp, sales?: readonly string[]]>([
  [
    'who paid today',
    /^\*Received today: AED 1,100\.00 in 5 payments\.\*$/m,
    [SARA_MALIK, MONA, NOUR_OF_FATIMA, LAYLA, SARA_KHAN],
  ],
  ['how much today', /^\*Received today: AED 1,100\.00 in 5 payments\.\*/],
  ['did nour pay', /with “nour”/, [NOUR_OF_FATIMA, NOUR]],
  ['did nour pay @fatima', /by <@U0FATIMA01>/, [NOUR_OF_FATIMA]],
  ['daily today', /^Figures of Sun 22 Nov 2026/],
])('a supervisor is answered with everybody’s: %j', async (line, says, sales) => {
  const { text } = await answerTo(line, OMAR);
  expect(text).toMatch(says);
  expect(text).not.toMatch(OWN);
  if (sales) expect(salesIn(text)).toEqual(sales);
});

test('an order has the button that does it', async () => {
  expect((await answerTo('change 510 to 205', SARA)).buttons).toContain('Change amount or details…');
  expect((await answerTo('remind nour', SARA)).buttons).toEqual(['Show QR', 'WhatsApp']);
  expect((await answerTo('refund mona', SARA)).buttons[0]).toBe('Ask finance to refund AED 10.00');
  expect((await answerTo('refund sara', SARA)).buttons.join()).not.toContain('Ask finance');
});

test('the figures lead to who paid and who has not', async () => {
  const before = whispersTo(SARA).length;
  await ask(scene, 'how much today');
  const figures = await scene.slack.until(() => whispersTo(SARA)[before]);
  for (const [at, actionId, sales] of [
    [1, 'who_paid', PAID_TODAY],
    [2, 'who_has_not', UNPAID],
  ] as const) {
    await scene.slack.click(SARA, { channel: figures.channel, ts: figures.ts }, { actionId });
    const answer = await scene.slack.until(() => whispersTo(SARA)[before + at]);
    const { text } = seen(answer);
    if (sales instanceof RegExp) expect(text).toMatch(sales);
    else expect(salesIn(text)).toEqual(sales);
  }
});

test.each([
  ['250 sara paid cash', '250.00'],
  ['send 250 to nour', '250.00'],
  ['send it to 050 123 4567', ''],
  ['250 sara for perfume, can you send?', '250.00'],
  ['can you send a link to Lina', ''],
  ['Mark 300', '300.00'],
  ['for June rent', ''],
  ['رابط 250 سارة', '250.00'],
])('%j is a new sale: the form', async (line, amount) => {
  await ask(scene, line);
  const form = await scene.slack.until(() => readyForm(scene.slack.topModal(SARA)));
  expect(seen(form).fields['Amount in AED']).toBe(amount);
  await scene.slack.closeView(SARA, form.id, true);
});

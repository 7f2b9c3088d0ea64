// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  LENA,
  MANAGEMENT,
  OMAR,
  OMAR_DM,
  PARTNERS,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  SARA_OMAR,
} from '../../packages/local-slack/src/people-and-places.ts';
import { createForm, issueLink } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { modalWith, press } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

/** Sara is a cashier, Omar and Fatima are supervisors, Ravi is an admin. Above AED 5,000 a second person must approve. */
let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await startScene({
    // Lanes post once a second.
    clock: createNoonClock(5),
    env: { PAYLINK_ADMINS: RAVI },
    // These tests post in the same few places, faster than people do.
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  await saveSettings(scene, { supervisor: [OMAR, FATIMA], approvalLimitFils: '5000' });
});

afterAll(() => scene.close());

/** Each sale has its own customer, so that none is a duplicate. */
const buildSale = (changes: Record<string, string> = {}) => {
  made += 1;
  return {
    invoiceAmount: '7000',
    Email: `omar.${made}@example.com`,
    Phone: `+97150${String(1_000_000 + made)}`,
    FullName: 'Zaynab Saleh',
    notes: `Deposit ${String.fromCharCode(65 + made)}`,
    ...changes,
  };
};

interface SubmittedSale {
  modal: SeenView;
  card: SeenMessage;
  notes: string;
}

/** The card is ready to be pressed. */
const submitSale = async (
  changes: Record<string, string> = {},
  { as = SARA, channel = FRONT_DESK } = {},
): Promise<SubmittedSale> => {
  const sale = buildSale(changes);
  const modal = await issueLink(scene, sale, { as, channel });
  await scene.slack.closeView(as, modal.id);
  const card = await cardOf(sale.notes, /Waiting for approval/, channel);
  return { modal, card, notes: sale.notes };
};

const cardOf = (notes: string, words: RegExp, channel = FRONT_DESK): Promise<SeenMessage> =>
  scene.slack.until(() =>
    scene.slack
      .messages(channel)
      .find((message) => seen(message).text.includes(notes) && words.test(seen(message).text)),
  );

const whisper = (as: string, words: RegExp, channel = FRONT_DESK): Promise<SeenMessage> =>
  scene.slack.until(() =>
    scene.slack
      .messages(channel, { as })
      .findLast(
        (message) => message.ephemeralTo === as && words.test(`${message.text} ${seen(message).text}`),
      ),
  );

/** The direct message to an approver, once it has buttons. */
const asked = (inbox: string, notes: string) =>
  scene.slack.until(() =>
    scene.slack.messages(inbox).find((message) => {
      const { text, buttons } = seen(message);
      return /asks you to approve/.test(text) && text.includes(notes) && buttons.includes('Approve');
    }),
  );

const linksFor = (notes: string) => scene.sandbox.links().filter(({ request }) => request.notes === notes);

const direct = (words: RegExp, as = SARA, channel = SARA_DM) => shown(scene, words, { as, channel });

test('a form above the limit sends nothing, and asks in the channel without the customer’s data', async () => {
  const { modal, card, notes } = await submitSale();
  expect(seen(modal).text).toContain('Waiting for approval: above AED 5,000.00');
  expect(linksFor(notes)).toEqual([]);
  expect(seen(card).text).toMatch(/AED 7,000\.00.*Zaynab \(···\d{3}\).*asked by <@U0SARA0001>/s);
  expect(JSON.stringify(card.blocks)).not.toMatch(/Saleh|omar\.\d+@|50100\d{4}/);
  const posts = scene.slack
    .calls('chat.postMessage')
    .filter(({ args }) => args.channel === FRONT_DESK && JSON.stringify(args).includes(notes));
  expect(posts).toHaveLength(1);
  // Who is asked has a direct message.
  expect(JSON.stringify(posts[0]?.args)).not.toContain('<@');
  expect(seen(modal).text).toContain(`<@${FATIMA}> and <@${OMAR}> get a direct message`);
  for (const inbox of [OMAR_DM, FATIMA_DM]) await asked(inbox, notes);
});

testAtLength(
  'one customer’s links under the limit add up within a day, and the request says so',
  async () => {
    const customer = buildSale();
    const notes = ['Part one', 'Part two', 'Part three'];
    for (const [place, part] of notes.slice(0, 2).entries()) {
      // Another person: one who orders twice in ten minutes is asked whether the second corrects the first.
      const as = place === 0 ? RAVI : FATIMA;
      const amount = ['2400', '2350'][place];
      const modal = await issueLink(scene, { ...customer, notes: part, invoiceAmount: amount }, { as });
      expect(seen(modal).text).toContain('Waiting for the payment');
      await scene.slack.closeView(as, modal.id);
    }
    const why = 'this customer’s links of 24 hours come to AED 7,203.00, above AED 5,000.00';
    const { modal, card } = await submitSale({ ...customer, notes: 'Part three', invoiceAmount: '2453' });
    expect(seen(modal).text).toContain(why);
    expect(seen(card).text).toContain(why);
    expect(linksFor('Part three')).toEqual([]);
    await press(scene, card, 'approve_link', OMAR);
    await cardOf('Part three', /approved by .*\/pay\//);
    expect(linksFor('Part three')).toHaveLength(1);
  },
);

test('two supervisors who approve at the same moment create one link, and the creator gets a message', async () => {
  const { card, notes } = await submitSale();
  await Promise.all([press(scene, card, 'approve_link', OMAR), press(scene, card, 'approve_link', FATIMA)]);
  const over = await scene.slack.until(() =>
    [OMAR, FATIMA].find((as) =>
      scene.slack
        .messages(FRONT_DESK, { as })
        .some((message) => message.ephemeralTo === as && /Already approved by/.test(message.text)),
    ),
  );
  const winner = over === OMAR ? FATIMA : OMAR;
  const ready = new RegExp(
    `<@${winner}> approved\\. Your payment link of AED 7,000\\.00 for Zaynab .* is ready`,
  );
  await direct(ready);
  expect(scene.slack.messages(SARA_DM).filter(({ text }) => ready.test(text))).toHaveLength(1);
  // The request's own message is the link's card from now on.
  const made = await cardOf(notes, /approved by .*\/pay\//);
  expect(made.ts).toBe(card.ts);
  expect(seen(made).text).toContain(`approved by <@${winner}>`);
  expect(seen(made).buttons).not.toContain('Approve');
  expect(linksFor(notes)).toHaveLength(1);
  expect(await trail('link-approved')).toContain(`<@${winner}> approved a link`);
});

describe('nothing is sent when', () => {
  test('the creator, a supervisor, approves', async () => {
    const { card, notes } = await submitSale({}, { as: OMAR });
    await press(scene, card, 'approve_link', OMAR);
    await whisper(OMAR, /You can’t approve your own request/);
    await press(scene, card, 'decline_link', OMAR);
    expect(scene.slack.topModal(OMAR)).toBeUndefined();
    expect(linksFor(notes)).toEqual([]);
    await press(scene, card, 'approve_link', FATIMA);
    await cardOf(notes, /made by <@U0OMAR0001>.*\/pay\//);
    await direct(/is ready/, OMAR, OMAR_DM);
    expect(linksFor(notes)).toHaveLength(1);
  });

  test('a cashier approves, who reads which colleagues to ask, and never the creator', async () => {
    const refusalOf = async (as: string, words: RegExp) => {
      const { card, notes } = await submitSale({}, { as });
      await press(scene, card, 'approve_link', SARA);
      const { text } = await whisper(SARA, words);
      expect(linksFor(notes)).toEqual([]);
      return text;
    };
    expect(await refusalOf(OMAR, /approved or declined by supervisors and admins/)).toMatch(
      /Ask <@U0FATIMA01> or <@U0RAVI0001>\.$/,
    );
    await saveSettings(scene, { supervisor: [] });
    try {
      expect(await refusalOf(RAVI, /Nobody else here/)).not.toContain('Ask');
    } finally {
      await saveSettings(scene, { supervisor: [OMAR, FATIMA] });
    }
  });

  testAtLength('a guest of another workspace approves in a shared channel', async () => {
    const { card, notes } = await submitSale({}, { channel: PARTNERS });
    await press(scene, card, 'approve_link', LENA);
    await whisper(LENA, /Only members of the workspace/, PARTNERS);
    await press(scene, card, 'withdraw_link', LENA);
    expect(linksFor(notes)).toEqual([]);
    await press(scene, card, 'approve_link', OMAR);
    await cardOf(notes, /approved by .*\/pay\//, PARTNERS);
  });
});

describe('a request that no channel can show', () => {
  testAtLength.each([
    ['a channel without the app', MANAGEMENT, /Paylink is not in <#C0MANAGE01>, so this card is here/],
    ['messages between two people', SARA_OMAR, /This request is only in your messages with Paylink/],
  ])(
    'from %s goes to each approver, and its card goes to the creator’s messages',
    async (_, channel, why) => {
      const sale = buildSale();
      const modal = await issueLink(scene, { ...sale, options: [] }, { channel });
      expect(seen(modal).text).not.toContain('question is in');
      await scene.slack.closeView(SARA, modal.id);
      const card = await cardOf(sale.notes, why, SARA_DM);
      expect(seen(card).text).toContain('asked by <@U0SARA0001>');
      expect(seen(card).buttons).toEqual(['Withdraw']);
      const toOmar = await asked(OMAR_DM, sale.notes);
      const toFatima = await asked(FATIMA_DM, sale.notes);
      expect(scene.slack.messages(RAVI_DM).filter((one) => seen(one).text.includes(sale.notes))).toEqual([]);
      await press(scene, toOmar, 'approve_link', OMAR);
      const closed = await cardOf(sale.notes, /Approved by <@U0OMAR0001>/, FATIMA_DM);
      expect(closed.ts).toBe(toFatima.ts);
      expect(seen(closed).buttons).toEqual([]);
      await cardOf(sale.notes, /approved by .*\/pay\//, SARA_DM);
      expect(linksFor(sale.notes)).toHaveLength(1);
      expect(scene.slack.posts(OMAR_DM).filter((one) => seen(one).text.includes(sale.notes))).toHaveLength(1);
      await direct(/approved\. Your payment link of .* is ready/);
      await cardOf(sale.notes, /\/pay\//, SARA_DM);
    },
  );

  testAtLength('names to its creator the person whom Slack does not reach', async () => {
    await saveSettings(scene, { supervisor: [OMAR, FATIMA, 'U0GONE0001'] });
    const sale = buildSale();
    const modal = await issueLink(scene, sale, { channel: SARA_OMAR });
    await scene.slack.closeView(SARA, modal.id);
    const message = await direct(new RegExp(`${sale.notes}.*didn’t deliver it to <@U0GONE0001>`));
    expect(message.text).toContain('approve it in Paylink’s Home');
    await asked(OMAR_DM, sale.notes);
    await saveSettings(scene, { supervisor: [OMAR, FATIMA] });
  });
});

test('the reason for declining is in the message to who asked, and on the card', async () => {
  const { card, notes } = await submitSale();
  await press(scene, card, 'decline_link', OMAR);
  const form = await modalWith(scene, /Everyone who sees the card can read it/, OMAR);
  const outcome = await scene.slack.submit(OMAR, form.id, { reason: { reason: 'Ask for half of it first' } });
  expect(outcome.ok).toBe(true);
  const message = await direct(new RegExp(`declined your link of .*${notes}`));
  expect(message.text).toContain('>Ask for half of it first');
  expect(seen(await cardOf(notes, /Declined by/)).text).toContain('>Ask for half of it first');
  expect(linksFor(notes)).toEqual([]);
});

testAtLength('a declined request is changed and asked again, as the next link of its sale', async () => {
  const { card, notes } = await submitSale();
  await press(scene, card, 'decline_link', OMAR);
  const reason = await modalWith(scene, /Everyone who sees the card can read it/, OMAR);
  await scene.slack.submit(OMAR, reason.id, { reason: { reason: 'Ask for half of it first' } });
  const news = await direct(new RegExp(`declined your link of .*${notes}`));
  const declined = await cardOf(notes, /Declined by/);
  for (const message of [news, declined]) expect(seen(message).buttons).toEqual(['Change and ask again']);

  await press(scene, declined, 'change_link', SARA);
  const form = await createForm(scene);
  expect(seen(form).fields).toMatchObject({ 'Amount in AED': '7000.00', 'What is it for?': notes });
  await scene.slack.submit(SARA, form.id, { invoiceAmount: { invoiceAmount: '6500' } });
  expect(seen(await modalWith(scene, /Waiting for approval/)).text).toContain('AED 6,500.00');
  const again = await cardOf(notes, /6,500\.00.*Waiting for approval/);
  await press(scene, again, 'approve_link', OMAR);
  await cardOf(notes, /6,500\.00.*🟡 Waiting/);
  const [made] = linksFor(notes);
  const link = await scene.store.links.findByInvoiceId('T0PLAY', made?.invoiceId ?? '');
  expect(link).toMatchObject({ amountFils: 650_000, saleOrder: 2 });
});

test('an approver whose approval ends in doubt reads that its creator is told', async () => {
  const { card, notes } = await submitSale();
  const { links } = scene.store;
  const { move } = links;
  links.move = () => Promise.reject(new Error('disk full'));
  try {
    await press(scene, card, 'approve_link', OMAR);
    const doubt = await whisper(OMAR, /don’t know yet whether the payment link of AED 7,000\.00/);
    expect(doubt.text).toMatch(/checks by itself and tells <@U0SARA0001>\. If <@U0SARA0001> hears nothing/);
    expect(doubt.text).not.toContain('messages you');
  } finally {
    links.move = move;
  }
  expect((await cardOf(notes, /Approved|Checking|approved by/)).ts).toBe(card.ts);
  expect(linksFor(notes)).toHaveLength(1);
});

testAtLength('only the creator withdraws a request', async () => {
  const { card, notes } = await submitSale();
  await press(scene, card, 'withdraw_link', OMAR);
  await whisper(OMAR, /Only .* can withdraw this request/);
  await press(scene, card, 'withdraw_link', SARA);
  await cardOf(notes, /Withdrawn by/);
  expect(await trail('link-withdrawn')).toContain(`<@${SARA}> withdrew a request for a link`);
  expect(linksFor(notes)).toEqual([]);
});

testAtLength(
  'a similar link that was made in the meantime holds up the approval until the approver has seen it',
  async () => {
    const { card, notes } = await submitSale();
    // The limit was lifted for a while.
    await saveSettings(scene, { approvalLimitFils: null });
    const like = buildSale({
      notes: 'Deposit again',
      Email: `omar.${made}@example.com`,
      Phone: '+971509999999',
    });
    await issueLink(scene, like);
    await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
    await saveSettings(scene, { approvalLimitFils: '5000' });
    await press(scene, card, 'approve_link', OMAR);
    const question = await whisper(OMAR, /Not made yet: this is new since/);
    expect(seen(question).text).toMatch(/🟡 \*Waiting\*.*Deposit again/);
    expect(linksFor(notes)).toEqual([]);
    // What the question showed was agreed to, and what came after it was not.
    await scene.sandbox.pay(linksFor('Deposit again')[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardOf('Deposit again', /Waiting.*made by/s), 'refresh_link');
    await cardOf('Deposit again', /✅ Paid/);
    await press(scene, question, 'approve_link_anyway', OMAR);
    const again = await whisper(OMAR, /✅ \*Paid .*Zaynab/s);
    expect(linksFor(notes)).toEqual([]);
    await press(scene, again, 'approve_link_anyway', OMAR);
    await cardOf(notes, /approved by .*\/pay\//);
    expect(linksFor(notes)).toHaveLength(1);
  },
);

/** The newest page of the audit trail for an action. */
async function trail(action: string): Promise<string> {
  await ask(scene, `audit ${action}`, { as: RAVI });
  return seen(await shown(scene, new RegExp(`Audit trail.*${action}`), { as: RAVI })).text;
}

// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { closeModals, createForm, issueLink, submitForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, press, whisperTo } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: FATIMA } }));

/** A link for 250 that was changed to 205, and both paid. */
const payTwice = async () => {
  await issueLink(scene);
  await closeModals(scene);
  await press(scene, await cardIn(scene), 'change_link');
  const form = await createForm(scene);
  await submitForm(scene, form, { invoiceAmount: { invoiceAmount: '205' } });
  await closeModals(scene);
  const [first, second] = scene.sandbox.links();
  await cardIn(scene, /205\.00.*🟡 Waiting/s);
  await scene.sandbox.pay(second?.orderId ?? '');
  await cardIn(scene, /205\.00.*✅ Paid/s);
  await scene.sandbox.pay(first?.orderId ?? '');
  return first?.orderId ?? '';
};

const TWICE = 'Paid twice: AED 250.00 and AED 205.00';
describe('a sale that was paid twice', () => {
  test('is told at once to its owner, to finance and in the channel, and stands on the card', async () => {
    await payTwice();
    const told = await scene.slack.until(() =>
      scene.slack
        .messages(FRONT_DESK)
        .find(({ text, threadTs }) => text.includes(TWICE) && threadTs !== null),
    );
    expect(told.text).toContain('AED 205.00 was due, so AED 250.00 is too much.');
    const broadcast = () =>
      scene.slack
        .calls('chat.postMessage')
        .filter(({ args }) => `${args['text']}`.includes(TWICE) && args['reply_broadcast'] !== undefined);
    await scene.slack.until(
      () => scene.slack.messages(SARA_DM).some(({ text }) => text.includes(TWICE)) || undefined,
    );
    await scene.slack.until(() => broadcast().length > 0 || undefined);
    expect(broadcast()).toHaveLength(1);
    const card = await cardIn(scene, new RegExp(`\\*AED 205.*✅ Paid.*${TWICE}`, 's'));
    expect(seen(card).text).toMatch(/✅ Paid.* · AED 250\.00 · PL-/);
  });

  test('has finance asked once, however many press, and says so until the money went back', async () => {
    const orderId = await payTwice();
    const card = await cardIn(scene, new RegExp(`\\*AED 205.*${TWICE}`, 's'));
    await Promise.all([press(scene, card, 'ask_refund'), press(scene, card, 'ask_refund', FATIMA)]);
    await cardIn(scene, /\*AED 205.*asked finance to refund AED 250\.00/s);
    const asked = () =>
      scene.slack
        .calls('chat.postMessage')
        .filter(({ args }) => `${args['text']}`.includes('asks you to refund'));
    await scene.slack.until(() => asked().length > 0 || undefined);
    expect(asked().map(({ args }) => [args['channel'], args['text']])).toEqual([
      [FATIMA, expect.stringMatching(/refund AED 250\.00 to Sara.*Reason: Paid twice.*Payment: PL-/s)],
    ]);
    expect(seen(await cardIn(scene, /\*AED 205.*asked finance/s)).buttons).not.toContain(
      'Ask finance to refund',
    );
    await scene.sandbox.refund(orderId);
    await cardIn(scene, /\*AED 205.*↩️ Refunded[^\n]* · AED 250\.00(?:(?!asked finance).)*$/s);
  });

  test('has nobody asked once the money went back', async () => {
    const orderId = await payTwice();
    const told = await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find(({ text }) => text.includes(TWICE)),
    );
    await scene.sandbox.refund(orderId);
    await cardIn(scene, /\*AED 205.*↩️ Refunded[^\n]* · AED 250\.00/s);
    await press(scene, told, 'ask_refund');
    await scene.slack.until(
      () =>
        scene.slack.messages(SARA_DM).some(({ text }) => /Nothing is too much any more/.test(text)) ||
        undefined,
    );
  });
});

describe('one link that was paid twice', () => {
  const TOO_MUCH = 'Paid AED 250.00 too much: AED 500.00';
  /** The service lists a second payment of the link, for the same amount. */
  const listTwice = (isTwice: () => boolean) =>
    changeShown(scene.sandbox, ({ of, records }) => {
      if (of === 'transaction') return { records: [] };
      if (of !== 'transactions' || !isTwice()) return {};
      return { records: records.flatMap((one): Fields[] => [one, { ...one, transactionId: 'T2' }]) };
    });
  const payLink = async () => {
    await issueLink(scene);
    await closeModals(scene);
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '');
  };
  const isTold = (text: string) => text.includes(TOO_MUCH);
  const told = () =>
    scene.slack
      .calls('chat.postMessage')
      .filter(({ args }) => isTold(`${args['text']}`))
      .map(({ args }) => args['channel'])
      .toSorted();

  test('stays Paid, and is told once to its owner, to finance and in the channel', async () => {
    let isTwice = false;
    listTwice(() => isTwice);
    await payLink();
    const card = await cardIn(scene, /✅ Paid/);
    isTwice = true;
    await press(scene, card, 'refresh_link');
    const over = await cardIn(scene, new RegExp(`✅ Paid.*${TOO_MUCH}`, 's'));
    expect(seen(over).buttons).toContain('Ask finance to refund');
    await scene.slack.until(() => told().length === 3 || undefined);
    await press(scene, over, 'refresh_link');
    await scene.slack.until(async () => /nothing new/.test((await whisperTo(scene)).text) || undefined);
    expect(told()).toEqual([FRONT_DESK, SARA, FATIMA].toSorted());
  });

  test('is told the same way if a sweep sees the second payment', async () => {
    let isTwice = false;
    listTwice(() => isTwice);
    await payLink();
    await cardIn(scene, /✅ Paid/);
    // The night's is over: the next reads no record of a link.
    await (await scene.app.sweep()).ended;
    isTwice = true;
    await (await scene.app.sweep()).ended;
    await cardIn(scene, new RegExp(`✅ Paid.*${TOO_MUCH}`, 's'));
    await scene.slack.until(() => told().length === 3 || undefined);
    expect(told()).toEqual([FRONT_DESK, SARA, FATIMA].toSorted());
  });

  test('is told the same way if both payments are seen at once', async () => {
    listTwice(() => true);
    await payLink();
    await cardIn(scene, new RegExp(TOO_MUCH));
    await scene.slack.until(() => told().length === 3 || undefined);
    expect(told()).toEqual([FRONT_DESK, SARA, FATIMA].toSorted());
  });
});

describe('a part payment of which less is missing than a link can ask for', () => {
  const payPart = async (amountFils: number) => {
    await issueLink(scene);
    await closeModals(scene);
    await cardIn(scene);
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { amountFils });
    return cardIn(scene, /Partly paid/);
  };

  test('is counted as paid in full by finance, once, and the card says who', async () => {
    const card = await payPart(24_500);
    expect(seen(card).buttons).toContain('Count as paid in full');
    await press(scene, card, 'count_as_paid', SARA);
    await scene.slack.until(
      async () => /can only be counted as paid in full by/.test((await whisperTo(scene)).text) || undefined,
    );
    await Promise.all([
      press(scene, card, 'count_as_paid', FATIMA),
      press(scene, card, 'count_as_paid', FATIMA),
    ]);
    const counted = await cardIn(scene, new RegExp(`<@${FATIMA}> counted it as paid in full`));
    expect(seen(counted).text).not.toContain('Not counted as paid');
    expect(seen(counted).buttons).not.toContain('Count as paid in full');
    expect(
      (await readTable(scene.database.place, 'audit_entries')).filter(
        ({ action }) => action === 'counted-as-paid',
      ),
    ).toHaveLength(1);
  });

  test('is asked about again when more is missing than was counted', async () => {
    let amount = '245.00';
    changeShown(scene.sandbox, ({ of, records }) =>
      of === 'transaction'
        ? { records: [] }
        : of === 'transactions'
          ? { records: records.map((one) => ({ ...one, amount })) }
          : {},
    );
    await press(scene, await payPart(24_500), 'count_as_paid', FATIMA);
    const counted = await cardIn(scene, /counted it as paid in full/);
    amount = '242.00';
    await press(scene, counted, 'refresh_link');
    const more = await cardIn(scene, /AED 8\.00 is still missing.*Not counted as paid/s);
    expect(seen(more).buttons).toContain('Count as paid in full');
    await press(scene, more, 'count_as_paid', FATIMA);
    await cardIn(scene, /242\.00 of 250\.00.*counted it as paid in full/s);
  });

  test('is not offered where a link can ask for the rest', async () => {
    expect(seen(await payPart(20_000)).buttons).not.toContain('Count as paid in full');
  });
});

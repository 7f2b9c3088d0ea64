// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { closeModals, createForm, issueLink, submitForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { postAsSlack } from '../fixtures/post-as-slack.ts';
import { cardIn, modalWith, press, repliesTo, whisperTo } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { type Seen, seen } from '../fixtures/seen.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: FATIMA } }));

const SARA_KHAN = 'Sara (···567)';

/** A link for `first` dirhams that was changed to `then`, one after the other: the orders of the first two. */
const change = async (first: string, ...then: string[]) => {
  await issueLink(scene, { invoiceAmount: first });
  await closeModals(scene);
  for (const amount of then) {
    await press(scene, await cardIn(scene), 'change_link');
    const form = await createForm(scene);
    await submitForm(scene, form, { invoiceAmount: { invoiceAmount: amount } });
    await closeModals(scene);
    await cardIn(scene, new RegExp(`AED ${amount}.*🟡 Waiting`, 's'));
  }
  const [one = '', other = ''] = scene.sandbox.links().map(({ orderId }) => orderId ?? '');
  return [one, other] as const;
};

const cardSays = (words: string) => cardIn(scene, new RegExp(words, 's'));

/** The one message about too much in a conversation, once it says this and has this button; a second one is a fault. */
const message = async (channel: string, words: string, button: string | null = null): Promise<Seen> => {
  // In the channel it is a reply to the card, in direct messages none.
  const isOwn = (threadTs: string | null) => (threadTs === null) === (channel !== FRONT_DESK);
  const all = () =>
    scene.slack
      .messages(channel)
      .filter(({ blocks, threadTs }) => /"too_much"/.test(JSON.stringify(blocks)) && isOwn(threadTs))
      .map((one) => seen(one));
  const asks = ({ buttons }: Seen) => buttons.find((name) => name !== 'Details') ?? null;
  const found = await scene.slack.until(() =>
    all().find((one) => one.text.includes(words) && asks(one) === button),
  );
  expect(all()).toHaveLength(1);
  return found;
};
/** In the channel, to the owner, and to finance, who are the ones that are asked. */
const everywhere = async (words: string, button: string | null = null): Promise<Seen> => {
  await Promise.all([message(FRONT_DESK, words, button), message(SARA_DM, words, button)]);
  return message(FATIMA_DM, words);
};

/** What a person was notified of below that message. */
const below = (channel: string) =>
  scene.slack
    .messages(channel)
    .filter(({ text, threadTs }) => threadTs !== null && /too much|to refund/.test(text))
    .map(({ text }) => text);

/** A press, signed by Slack, of a button that this person saw before it was edited. */
const pressOlder = (value: string) =>
  postAsSlack(
    { appUrl: scene.appUrl, signingSecret: scene.slack.signingSecret },
    {
      payload: {
        type: 'block_actions',
        ...{ team: { id: TEAM, domain: 'x' }, user: { id: SARA, team_id: TEAM, username: 'x', name: 'x' } },
        ...{ api_app_id: 'A0PAYLINK1', token: 't', trigger_id: '1.2.3' },
        container: { type: 'message', channel_id: SARA_DM, message_ts: '1.1' },
        channel: { id: SARA_DM, name: 'x' },
        actions: [{ type: 'button', action_id: 'ask_refund', block_id: 'b', action_ts: '1.1', value }],
      },
    },
  );
const saraReads = (words: RegExp) =>
  scene.slack.until(() => scene.slack.messages(SARA_DM).some(({ text }) => words.test(text)) || undefined);

const ASK = 'Ask finance to refund';

describe('too much for a sale', () => {
  test('is one post and one message to each, edited from too much to refunded', async () => {
    const [older, newer] = await change('300', '260');
    await scene.sandbox.pay(older);
    const DUE = 'AED 260.00 was due';
    await everywhere(`🔴 *Paid AED 40.00 too much: AED 300.00* by ${SARA_KHAN}. ${DUE}`, `${ASK} AED 40.00`);
    const broadcasts = scene.slack.calls('chat.postMessage').filter(({ args }) => args['reply_broadcast']);
    expect(broadcasts.filter(({ args }) => /too much/.test(`${args['text']}`))).toHaveLength(1);
    const card = await cardSays('Paid AED 40.00 too much');
    expect(repliesTo(scene, card).filter(({ text }) => /Paid/.test(text))).toHaveLength(1);
    expect(seen(card).questions).toEqual(['The people who handle the money get a message with your name.']);

    await press(scene, card, 'ask_refund');
    const toFinance = await everywhere('to refund *AED 40.00* to Sara');
    expect(toFinance.text).toMatch(new RegExp(`^↩️ <@${SARA}> asks you to refund .*Payment: PL-`, 's'));
    await scene.slack.until(() => below(FATIMA_DM).length > 0 || undefined);
    expect(below(FATIMA_DM)).toEqual([
      `<@${FATIMA}> ↩️ <@${SARA}> asks you to refund AED 40.00 to ${SARA_KHAN}.`,
    ]);
    const older40 = JSON.stringify(card.blocks).match(/lnk_[\w-]+:4000/)?.[0] ?? '';

    await scene.sandbox.pay(newer);
    const TWICE = 'Paid twice: AED 300.00 and AED 260.00';
    const moreToFinance = await everywhere(`🔴 *${TWICE}* by ${SARA_KHAN}. ${DUE}`, `${ASK} AED 300.00`);
    expect(moreToFinance.text).toContain(
      `AED 300.00 is too much.\n<@${SARA}> asks you to refund *AED 40.00*.`,
    );
    await scene.slack.until(() => below(SARA_DM).length > 0 || undefined);
    expect(below(SARA_DM)).toEqual([
      `<@${SARA}> 🔴 ${TWICE} by ${SARA_KHAN}. ${DUE}, so AED 300.00 is too much.`,
    ]);
    const cardOfMore = await cardSays(
      `asked finance to refund AED 40\\.00\\. \\*AED 300\\.00 is too much now`,
    );
    expect(seen(cardOfMore).buttons).toContain(`${ASK} AED 300.00`);
    await pressOlder(older40);
    await saraReads(/Finance was not asked: AED 300\.00 is too much now/);

    await press(scene, cardOfMore, 'ask_refund');
    await everywhere('to refund *AED 300.00* to Sara');
    await scene.sandbox.refund(older, { amountFils: 4_000 });
    await everywhere('*AED 260.00 still to refund* (40.00 refunded ');
    expect(seen(await cardSays('AED 260.00 still to refund')).buttons).not.toContain(ASK);
    await scene.sandbox.refund(newer);
    await everywhere(`✅ *AED 300.00 refunded* to ${SARA_KHAN}.`);

    const atEnd = await cardSays('Refunded');
    expect(seen(atEnd).text).toMatch(/^\*AED 260\.00\* · ✅ Paid .*, AED 40\.00 refunded/);
    await press(scene, atEnd, 'link_details');
    const { text } = seen(await modalWith(scene, /History/));
    expect(text.match(/Finance was asked to refund what was too much, by <@\w+>/g)).toEqual(
      Array(2).fill(`Finance was asked to refund what was too much, by <@${SARA}>`),
    );
  });

  test('that grows twice within a second is told once, as it is after both', async () => {
    await change('300', '260', '205');
    for (const { orderId } of scene.sandbox.links()) await scene.sandbox.pay(orderId, { callback: false });
    scene.slack.faults.add({ method: 'chat.postMessage', status: 429, retryAfter: 2, times: 1 });
    await (await scene.app.sweep()).ended;
    await everywhere('Paid 3 times: AED 300.00, AED 260.00 and AED 205.00', `${ASK} AED 560.00`);
    await scene.slack.until(async () => {
      const jobs = await readTable(scene.database.place, 'jobs');
      return jobs.every(({ kind, state }) => kind !== 'sale' || state === 'done') || undefined;
    });
    expect([SARA_DM, FATIMA_DM].map(below)).toEqual([[], []]);
  });

  test('of which a part went back that finance was asked for can be asked for again', async () => {
    const [older, newer] = await change('300', '260');
    await scene.sandbox.pay(older);
    await press(scene, await cardSays('Paid AED 40.00 too much'), 'ask_refund');
    await scene.sandbox.pay(newer);
    await cardSays('AED 300.00 is too much now');
    await scene.sandbox.refund(older, { amountFils: 4_000 });
    const card = await cardSays('AED 260.00 still to refund');
    expect(seen(card).buttons).toContain(`${ASK} AED 260.00`);
    expect(seen(card).text).not.toContain('asked finance');
    await press(scene, card, 'ask_refund');
    await everywhere('to refund *AED 260.00* to Sara');
    await scene.sandbox.refund(newer);
    await everywhere(`✅ *AED 260.00 refunded* to ${SARA_KHAN}.`);
  });

  test('has finance asked once, however many press at once', async () => {
    const [older, newer] = await change('250', '205');
    await scene.sandbox.pay(newer);
    await cardSays('AED 205.*✅ Paid');
    await scene.sandbox.pay(older);
    const card = await cardSays('Paid twice: AED 250.00 and AED 205.00');
    expect(seen(card).text).toMatch(/✅ Paid.* · AED 250\.00 · PL-/);
    await Promise.all([press(scene, card, 'ask_refund'), press(scene, card, 'ask_refund', FATIMA)]);
    await cardSays('asked finance to refund AED 250.00');
    await message(FATIMA_DM, 'to refund *AED 250.00*');
    await scene.slack.until(() => below(FATIMA_DM).length > 0 || undefined);
    expect(below(FATIMA_DM)).toHaveLength(1);
    const asked = (await readTable(scene.database.place, 'audit_entries')).filter(
      ({ action }) => action === 'refund-asked',
    );
    expect(asked).toHaveLength(1);
  });

  test('has nobody asked once the money went back', async () => {
    const [older] = await change('250', '205');
    await scene.sandbox.pay(older);
    const card = await cardSays('Paid AED 45.00 too much');
    await everywhere('Paid AED 45.00 too much', `${ASK} AED 45.00`);
    await scene.sandbox.refund(older);
    await everywhere('✅ *AED 250.00 refunded*');
    await pressOlder(JSON.stringify(card.blocks).match(/lnk_[\w-]+:4500/)?.[0] ?? '');
    await saraReads(/Nothing is too much any more, so finance was not asked/);
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
    expect(seen(over).buttons).toContain('Ask finance to refund AED 250.00');
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
    await press(scene, counted, 'link_details');
    const { text } = seen(await modalWith(scene, /History/));
    expect(text.match(/part payment was counted as paid in full, by <@\w+>/g)).toEqual([
      `part payment was counted as paid in full, by <@${FATIMA}>`,
    ]);
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
});

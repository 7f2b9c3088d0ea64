// @module-tag first
// @module-tag store

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseAedAmount } from '../../src/payment-service/aed-amount.ts';
import { LISTENERS } from '../../src/rooms.ts';
import { QUEUE_OF } from '../../src/store/job-kinds.ts';
import { fillLinkForm } from '../fixtures/link-form.ts';
import { AMOUNTS, createHands, CUSTOMER as NORTHERN_CUSTOMER } from '../fixtures/northern-life.ts';
import type { SlackPost } from '../fixtures/post-as-slack.ts';
import type { Row } from '../fixtures/read-tables.ts';
import { NORTH, SOUTH } from '../fixtures/start-many.ts';
import { IS_LONG, IS_WHOLE, sample, testAtLength } from '../fixtures/whole-suite.ts';
import {
  ACTIONS,
  CLOSED_VIEWS,
  COMMANDS,
  closingOf,
  EVENTS,
  eventFrom,
  IN_A_CHANNEL_OF_NORTH,
  inDays,
  NEWEST_OF_TRAIL,
  NORTHERN,
  NOTHING,
  OPTIONS,
  type Person,
  pointersTo,
  pressesOf,
  RUN,
  SHORTCUTS,
  SOUTHERN,
  shortcutOf,
  submissionsOf,
  suggestionOf,
  VIEWS,
  type ViewCase,
} from './isolation-cases.ts';
import { type Isolation, type Observed, startIsolation } from './start-isolation.ts';

test('every listener has a case here', () => {
  const cases = {
    commands: COMMANDS,
    shortcuts: SHORTCUTS,
    events: EVENTS,
    views: VIEWS,
    closedViews: CLOSED_VIEWS,
    actions: ACTIONS,
    options: OPTIONS,
  };
  const names = (tables: Record<keyof typeof cases, object>) =>
    Object.entries(tables).map(([kind, table]) => [kind, Object.keys(table).toSorted()]);
  expect(names(cases)).toEqual(names(LISTENERS));
});

/** Both in the long run; otherwise the harder one. */

/** All values of its buttons, plus one that they never have; varied by action. */
const likely = (actionId: string, says: RegExp, pointers: readonly string[]): string[] => {
  const [, carried] = CARRIED.find(([words]) => words.test(says.source)) ?? [says, /^\{/];
  const foreign = pointers.filter((pointer) => !carried.test(pointer));
  const turn = Object.keys(ACTIONS).indexOf(actionId);
  return [
    ...pointers.filter((pointer) => carried.test(pointer)),
    ...foreign.slice(turn % foreign.length).slice(0, 1),
  ];
};
const CARRIED: readonly [answer: RegExp, pointer: RegExp][] = [
  [/in Paylink/, /^\w+:lnk_/],
  [/payment link|request|customer/, /^(lnk|apr)_/],
  [/report/, /^rpt_/],
  [/export/, /^job_/],
];

describe
  .runIf(IS_WHOLE)
  .each([
    ...(IS_LONG ? [{ hasSameIds: false, title: 'two workspaces' }] : []),
    { hasSameIds: true, title: 'two workspaces whose people and channels have the same ids' },
  ])('$title', ({ hasSameIds }) => {
  let stage: Isolation;
  let before: string[];
  /** Whether only SOUTH has acted since `before` was read. */
  let isRead = false;
  /** What SOUTH's people already know, because they sent it themselves. */
  const sent: string[] = [];

  beforeAll(async () => {
    stage = await startIsolation({ hasSameIds });
  });

  beforeEach(async () => {
    if (isRead) return;
    // What is planned for a new link changes rows of its own workspace, whatever others do.
    await stage.tables.run(
      "update jobs set due_at = 9000000000000 where kind in ('check', 'news') and lease_token is null",
    );
    before = await stage.rowsOf(NORTH);
    isRead = true;
  });

  afterAll(() => stage.close());

  /** Also ids of people and places, if they differ between the workspaces. */
  const secrets = () => {
    const ids = hasSameIds ? [] : Object.values(stage.north.team.ids);
    return [...stage.life.words, ...ids];
  };

  const tell = async (posts: readonly SlackPost[], isThroughNorth = false): Promise<Observed> => {
    sent.push(...posts.map((post) => JSON.stringify(post)));
    const known = sent.join(' ');
    const observed = await stage.send(posts);
    const said = observed.said.join('\n');
    expect(secrets().filter((word) => said.includes(word) && !known.includes(word))).toEqual([]);
    const rows = await stage.rowsByTeam();
    const after = rows.get(NORTH) ?? [];
    const [were, are] = [new Set(before), new Set(after)];
    const changed = [...after.filter((row) => !were.has(row)), ...before.filter((row) => !are.has(row))];
    before = after;
    expect(changed).toEqual([]);
    if (!isThroughNorth) expect(observed.calls.north.map(({ method }) => method)).toEqual([]);
    expect(observed.askedOfNorth).toBe(0);
    expect([...rows.keys()].filter((team) => team !== 'nobody').toSorted()).toEqual([NORTH, SOUTH]);
    return observed;
  };

  /** A link for a customer other than the compared one; its card is in the channel. */
  const makeInNorth = async (invoiceAmount: string): Promise<Row> => {
    isRead = false;
    const { sara, frontDesk } = stage.north.team.ids;
    // A new customer each time: one customer's links count together towards the limit.
    const digits = invoiceAmount.replace('.', '');
    const customer = {
      FullName: 'Nadia North',
      Email: `nadia${digits}@north-only.example`,
      Phone: `050 1${digits}`,
    };
    await createHands(stage.north).makeLink(sara, { ...customer, invoiceAmount, channel: frontDesk });
    const fils = parseAedAmount(invoiceAmount);
    return vi.waitUntil(async () => {
      const links = await stage.tables.rows('links');
      const link = links.find((row) => Number(row['amount_fils']) === fils);
      const card = (await stage.tables.rows('messages')).find(
        ({ what, id }) => what === 'sale' && id === link?.['sale_id'],
      );
      return link && card && { ...link, card_ts: card['ts'] };
    });
  };

  test('NORTH’s actions used only its own token and account', () => {
    expect(stage.whileNorthLived.calls).toEqual([]);
    expect(stage.whileNorthLived.asked.filter((path) => !/business/.test(path))).toEqual([]);
    expect(before.length).toBeGreaterThan(30);
  });

  // Before a press of its own people makes SOUTH forget its customer.
  test.each(Object.keys(OPTIONS))(
    '%s offers SOUTH its own choices, and none of NORTH’s',
    async (actionId) => {
      const { typed, own } = OPTIONS[actionId]?.(stage) ?? { typed: [], own: ['', /^$/] };
      expect(typed.length).toBeGreaterThan(10);
      for (const origin of [SOUTHERN, IN_A_CHANNEL_OF_NORTH]) {
        const { said } = await tell(
          sample(typed).map((text) => suggestionOf(stage, actionId, text, origin)),
          origin !== SOUTHERN,
        );
        expect(said.join('\n')).not.toMatch(/Zebulon|Northcott|···9922/);
      }
      const [text, words] = own;
      const { said } = await tell([suggestionOf(stage, actionId, text, SOUTHERN)]);
      expect(said.join('\n')).toMatch(words);
    },
  );

  describe.each(sample(Object.keys(ACTIONS)))('%s', (actionId) => {
    const { as, says, opens } = ACTIONS[actionId] ?? NOTHING;

    /** Which ids to try: a listener that reads none needs only one. */
    const some = (pointers: readonly string[]): readonly string[] => {
      if (opens || says === null) return pointers.slice(0, 1);
      return IS_LONG ? pointers : likely(actionId, says, pointers);
    };

    test('from SOUTH returns nothing of NORTH', async () => {
      const posts = some(pointersTo(stage, as)).flatMap((pointer, index) =>
        pressesOf(stage, actionId, pointer, as, SOUTHERN, [
          'message',
          'modal',
          ...(index === 0 ? (['home'] as const) : []),
        ]),
      );
      const { told, calls, statuses } = await tell(posts);
      expect(new Set(statuses)).toEqual(new Set([200]));
      if (says === null) expect(told).toEqual([]);
      else expect(told.filter((text) => !says.test(text))).toEqual([]);
      if (says !== null) expect(told.length).toBeGreaterThan(0);
      if (opens) expect(calls.south.map(({ method }) => method)).toContain(opens);
    });

    test('from SOUTH’s people in a channel of NORTH returns nothing of NORTH', async () => {
      const { link, job } = stage.own;
      const own = [link, stage.life.report, job, NEWEST_OF_TRAIL];
      const posts = [...some(pointersTo(stage, as)), ...own].flatMap((pointer) =>
        pressesOf(stage, actionId, pointer, as, IN_A_CHANNEL_OF_NORTH, ['message']),
      );
      await tell(posts, true);
    });
  });

  describe.each(sample(Object.keys(VIEWS)))('%s', (callbackId) => {
    test('submitted in SOUTH returns nothing of NORTH', async () => {
      const view = VIEWS[callbackId];
      if (!view) throw new Error('no case');
      const { said } = await tell(submissionsOf(stage, callbackId, view, SOUTHERN));
      expect(said.join('\n')).toMatch(view.says);
    });

    test('submitted by SOUTH’s people in a channel of NORTH returns nothing of NORTH', async () => {
      const view = VIEWS[callbackId];
      if (!view) throw new Error('no case');
      const origin = { team: SOUTH, userTeam: SOUTH };
      const posts = submissionsOf(stage, callbackId, view, origin);
      await tell([...posts, ...submissionsOf(stage, callbackId, view, IN_A_CHANNEL_OF_NORTH)], true);
    });
  });

  test.each(Object.keys(COMMANDS))('%s in SOUTH returns nothing of NORTH', async (command) => {
    for (const [text, says] of COMMANDS[command]?.(stage) ?? []) {
      const { sara } = stage.south.team.ids;
      const { said } = await tell([
        {
          command: {
            token: 'x',
            team_id: SOUTH,
            team_domain: 'south',
            channel_id: stage.life.card.channelId,
            channel_name: 'x',
            user_id: sara,
            user_name: 'sara',
            command,
            text,
            api_app_id: 'A0PAYLINK1',
            is_enterprise_install: 'false',
            response_url: stage.responseUrl,
            trigger_id: '1.2.3',
          },
        },
      ]);
      expect(said.join('\n')).toMatch(says);
    }
  });

  test.each(Object.keys(SHORTCUTS))('%s in SOUTH returns nothing of NORTH', async (callbackId) => {
    for (const origin of [SOUTHERN, IN_A_CHANNEL_OF_NORTH]) {
      const { said } = await tell([shortcutOf(stage, callbackId, origin)], origin !== SOUTHERN);
      expect(said.join('\n')).toMatch(SHORTCUTS[callbackId]?.says ?? /./);
    }
  });

  test.each(Object.keys(CLOSED_VIEWS))('%s closed in SOUTH is still open in NORTH', async (callbackId) => {
    await stage.tables.run(
      `insert into counter_windows values ('V0NORTH', '${NORTH}', 'U0NORTH', '${stage.life.links.open}', null, 0)`,
    );
    before = await stage.rowsOf(NORTH);
    for (const origin of [SOUTHERN, IN_A_CHANNEL_OF_NORTH])
      await tell([closingOf(stage, callbackId, 'V0NORTH', origin)], origin !== SOUTHERN);
    await stage.tables.run('delete from counter_windows');
    isRead = false;
  });

  test('a home of SOUTH shows nothing of NORTH', async () => {
    for (const [type, build] of Object.entries(EVENTS)) {
      if (build === 'change') continue;
      const events = build(stage);
      const { calls } = await tell(events.map((event) => eventFrom(stage, event, type, SOUTH, SOUTH)));
      expect(calls.south.map(({ method }) => method)).toContain('views.publish');
      await tell(events.map((event) => eventFrom(stage, event, type, NORTH, SOUTH)));
    }
  });

  test('people of NORTH see it with the same presses', async () => {
    const { links, approval, report } = stage.life;
    const presses: [actionId: string, pointer: string, as: Person][] = [
      ['link_details', links.open, 'sara'],
      ['whatsapp', links.open, 'sara'],
      ['make_another', links.open, 'sara'],
      ['change_link', links.open, 'sara'],
      ['show_qr', links.open, 'sara'],
      ['known_customer', links.open, 'sara'],
      ['try_again', links.failed, 'sara'],
      ['check_again', links.unknown, 'sara'],
      ['report_open', report, 'sara'],
      ['report_totals', report, 'sara'],
      ['audit_older', NEWEST_OF_TRAIL, 'ravi'],
      ['decline_link', approval, 'ravi'],
    ];
    const blind: string[] = [];
    isRead = false;
    for (const [actionId, pointer, as] of presses) {
      const where = /check_again|known_customer/.test(actionId) ? 'modal' : 'message';
      const { calls, said } = await stage.send(pressesOf(stage, actionId, pointer, as, NORTHERN, [where]));
      expect(calls.south).toEqual([]);
      const shown = said.join('\n');
      const isShown = stage.life.words.some((word) => shown.includes(word) && !pointer.includes(word));
      if (!isShown) blind.push(actionId);
    }
    expect(blind).toEqual([]);
  });

  test('background work stays in its workspace', async () => {
    const { north, south, scene, tables, life, own } = stage;
    const { sara, frontDesk, saraDm } = north.team.ids;
    const wordsOf = {
      north: life.words,
      south: [
        'T0SOUTH',
        'South Trading',
        'Janoub',
        'south.example',
        '222 3344',
        '502223344',
        'southern',
        own.link,
      ],
    };
    await makeInNorth('4325.09');
    await stage.idle();
    // No turn is taken before its hour.
    await tables.run('update schedules set at_minute = 0');
    await tables.run("update jobs set due_at = 1 where state = 'waiting' and kind = 'turn'");
    await tables.run("update jobs set due_at = 1 where key like 'ending:%'");
    const since = stage.mark();
    await scene.restart();
    const dmsTo = (slack: typeof north, dm: string) =>
      slack.messages(dm).find(({ text, blocks }) => /expires/i.test(text + JSON.stringify(blocks)));
    await north.until(() => dmsTo(north, saraDm));
    await south.until(() => dmsTo(south, south.team.ids.saraDm));
    await north.until(() =>
      north
        .messages(frontDesk, { as: sara })
        .find(
          ({ blocks }) =>
            /still to come/.test(JSON.stringify(blocks)) && /Daily close/.test(JSON.stringify(blocks)),
        ),
    );
    await expect.poll(() => scene.logLines.join('')).toContain('"teams":2');
    await stage.idle();
    const { calls, askedOfNorth } = stage.readSince(since);
    expect(askedOfNorth).toBeGreaterThan(0);
    const inOf = (given: typeof calls.north, words: string[]) => {
      const said = given.map(({ args }) => JSON.stringify(args)).join('\n');
      return words.filter((word) => said.includes(word));
    };
    expect(inOf(calls.south, wordsOf.north)).toEqual([]);
    expect(inOf(calls.north, wordsOf.south)).toEqual([]);
  });

  test('a link of NORTH for the same customer and amount is not a duplicate in SOUTH', async () => {
    const values = () => [
      {
        ...fillLinkForm({ ...NORTHERN_CUSTOMER, invoiceAmount: AMOUNTS.open, notes: 'souk' }),
        expiryOn: { expiryOn: inDays(stage, 3) },
        channel: { channel: stage.south.team.ids.frontDesk },
      },
    ];
    const form: ViewCase = { as: 'sara', says: /Making a link/, values };
    const metadata = [JSON.stringify({ nonce: 'a-form-of-south', isLong: false })];
    // As shown to the person who typed it.
    sent.push(AMOUNTS.open.replace('1', '1,'));
    const { said } = await tell(submissionsOf(stage, 'link_form', form, SOUTHERN, metadata));
    expect(said.join('\n')).toMatch(form.says);
    expect(said.join('\n')).not.toMatch(/Another sale/);
  });

  test('a callback for a link of NORTH edits its card there and nothing else', async () => {
    const { north, scene } = stage;
    const { frontDesk } = north.team.ids;
    const open = await makeInNorth('4326.09');
    await stage.idle();
    const beforePaid = stage.mark();
    const southern = await stage.rowsOf(SOUTH);
    await scene.merchants.of(NORTH).pay(String(open['order_id']), { callback: true });
    await north.until(() =>
      north
        .updates(frontDesk)
        .find(({ ts, blocks }) => ts === open['card_ts'] && /✅ Paid <!date/.test(JSON.stringify(blocks))),
    );
    await stage.idle();
    expect(stage.readSince(beforePaid).calls.south).toEqual([]);
    expect(await stage.rowsOf(SOUTH)).toEqual(southern);
  });

  test('a question about a record of NORTH is asked there, and by then every kind of job was NORTH’s', async () => {
    const { north, scene } = stage;
    const odd = String((await makeInNorth('4327.09'))['order_id']);
    const merchant = scene.merchants.of(NORTH);
    merchant.reword(odd, { statesIn: 'transactions', members: { transactionType: 'QX17' } });
    const before = stage.mark();
    await north.sendEvent({ type: 'function_executed', ...RUN });
    await merchant.pay(odd, { callback: true });
    const isAsked = () => JSON.stringify(north.messages(north.team.ids.raviDm)).includes('QX17');
    await north.until(isAsked);
    await stage.idle();
    expect(stage.readSince(before).calls.south).toEqual([]);
    const ofNorth = (await stage.tables.rows('jobs')).filter(({ team_id }) => team_id !== SOUTH);
    const kinds = new Set(ofNorth.map(({ kind }) => kind));
    expect(Object.keys(QUEUE_OF).filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

testAtLength('removing SOUTH, or changing its channel’s id, does not affect NORTH', async () => {
  const stage = await startIsolation({ hasSameIds: true });
  try {
    const before = await stage.rowsOf(NORTH);
    const changes = Object.entries(EVENTS).filter(([, build]) => build === 'change');
    const event = {
      tokens: { bot: [stage.north.team.ids.botUser], oauth: [] },
      old_channel_id: stage.life.card.channelId,
      new_channel_id: 'C0ANOTHER1',
      team_ids: [NORTH],
      ...RUN,
    };
    const posts = changes.map(([type]) => eventFrom(stage, event, type, SOUTH, SOUTH));
    const { calls, askedOfNorth, said } = await stage.send(posts);
    expect([calls.north, askedOfNorth]).toEqual([[], 0]);
    expect(stage.life.words.filter((word) => said.join('\n').includes(word))).toEqual([]);
    expect(await stage.rowsOf(NORTH)).toEqual(before);
    const removed = (await stage.tables.rows('installations')).filter(({ bot_token }) => bot_token === null);
    expect(removed.map(({ team_id }) => team_id)).toEqual([SOUTH]);
  } finally {
    await stage.close();
  }
});

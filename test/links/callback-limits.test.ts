// @module-tag postgres

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { buildToken, drawIdentity, type Identity } from '../../src/identity.ts';
import { hashToken } from '../../src/ids.ts';
import { createCallbackStore } from '../../src/store/callback-store.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { AT, IDENTITY, openLink, tokenOf } from './open-link.ts';
import { asJson, type Intake, startIntake } from './start-intake.ts';

let intake: Intake;
const start = async (...given: Parameters<typeof startIntake>) => {
  intake = await startIntake(...given);
  await openLink(intake.store, 'lnk_1');
};

afterEach(() => intake.close());

const evidence = () => intake.store.callbacks.ofLink('lnk_1');
const news = (number: number) => asJson({ status: `NEWS ${number}` });

/** Sends raw bytes; gives everything that the server answers until it closes the connection. */
const talk = async (head: string[], ...parts: string[]): Promise<string> => {
  const socket = connect(Number(new URL(intake.url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (part: Buffer) => {
    heard += part.toString();
  });
  socket.on('error', () => {});
  socket.write([...head, '', ''].join('\r\n'));
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return heard;
};
const head = (...more: string[]) => [
  `POST /callbacks/${tokenOf('lnk_1')} HTTP/1.1`,
  'Host: localhost',
  ...more,
];

describe('a body', () => {
  test('of 64 KiB is read', async () => {
    await start();
    const body = `{"status":"PAID","x":"${'x'.repeat(64 * 1024 - 24)}"}`;
    expect(Buffer.byteLength(body)).toBe(64 * 1024);
    expect((await intake.call('lnk_1', { method: 'POST', body })).status).toBe(200);
    expect(await evidence()).toMatchObject([{ evidence: { status: 'PAID' } }]);
  });

  test('that is one byte longer is refused before it is read, with or without a stated length', async () => {
    await start();
    const body = 'x'.repeat(64 * 1024 + 1);
    expect((await intake.call('lnk_1', { method: 'POST', body })).status).toBe(413);
    expect(await talk(head(`Content-Length: ${64 * 1024 + 1}`), 'x')).toMatch(/^HTTP\/1.1 413 /);
    const chunk = `${(64 * 1024 + 1).toString(16)}\r\n${body}\r\n`;
    expect(await talk(head('Transfer-Encoding: chunked'), chunk)).toMatch(/^HTTP\/1.1 413 /);
    expect(await evidence()).toEqual([]);
    expect(intake.woken).toBe(0);
  });

  test('that arrives too slowly is refused, and the connection is closed', async () => {
    await start({ limits: { bodyMs: 50 } });
    expect(await talk(head('Content-Length: 100'), '{"status":')).toMatch(
      /^HTTP\/1.1 408 .*connection: close/is,
    );
    expect(await evidence()).toEqual([]);
  });

  test('whose sender disconnects is ignored', async () => {
    await start({ limits: { atOnce: 1 } });
    const socket = connect(Number(new URL(intake.url).port), '127.0.0.1');
    socket.write([...head('Content-Length: 100'), '', '{"status"'].join('\r\n'));
    await once(socket, 'connect');
    socket.destroy();
    expect((await intake.call('lnk_1', news(2))).status).toBe(200);
    expect(await evidence()).toMatchObject([{ evidence: { status: 'NEWS 2' } }]);
  });

  testAtLength(
    'that is slow makes room for fast ones, and its sender gets 503 with Retry-After',
    async () => {
      await start({ limits: { atOnce: 3 } });
      const slow = Array.from({ length: 3 }, () => talk(head('Content-Length: 100'), '{"status":'));
      // The slow ones must have arrived before the first fast one.
      await expect.poll(async () => (await intake.call('lnk_1', news(0))).status).toBe(200);
      for (let number = 1; number < 9; number += 1)
        expect((await intake.call('lnk_1', news(number))).status).toBe(200);
      const more = Array.from({ length: 3 }, () => talk(head('Content-Length: 100'), '{"status":'));
      expect(await Promise.all(slow)).toEqual(
        Array(3).fill(expect.stringMatching(/^HTTP\/1.1 503 .*retry-after: 1.*connection: close/is)),
      );
      expect(await evidence()).toHaveLength(9);
      intake.endConnections();
      await Promise.all(more);
    },
  );
});

describe('a flood of different callbacks for one link', () => {
  test('gets 429 after twenty, is accepted again a second later, and does not affect other links', async () => {
    await start();
    await openLink(intake.store, 'lnk_2');
    const statuses: number[] = [];
    for (let number = 0; number < 22; number += 1)
      statuses.push((await intake.call('lnk_1', news(number))).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    const late = await intake.call('lnk_1', news(30));
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await intake.call('lnk_2', news(1))).status).toBe(200);
    expect((await intake.call('lnk_1', news(19))).status).toBe(200);

    await intake.clock.advance(1_000);
    expect((await intake.call('lnk_1', news(31))).status).toBe(200);
    expect((await intake.call('lnk_1', news(32))).status).toBe(429);
    expect(await evidence()).toHaveLength(21);
  });

  test('leads to a check of the link, because one of them may be real', async () => {
    await start();
    for (let number = 0; number < 20; number += 1) await intake.call('lnk_1', news(number));
    await intake.endCheck(1);
    for (let number = 20; number < 30; number += 1) await intake.call('lnk_1', news(number));
    expect(await intake.store.links.get('lnk_1')).toMatchObject({
      checkDueAt: intake.clock.now() + 30_000,
      checkAttempts: 1,
    });
    expect(intake.woken).toBe(21);
  });

  testAtLength('is stored up to fifty callbacks, then gets 429 and a planned check', async () => {
    await start();
    for (let number = 0; number < 50; number += 1) {
      await intake.clock.advance(1_000);
      expect((await intake.call('lnk_1', news(number))).status).toBe(200);
    }
    await intake.clock.advance(1_000);
    await intake.endCheck(3);
    const woken = intake.woken;
    const full = await intake.call('lnk_1', news(50));
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await evidence()).toHaveLength(50);
    expect(await intake.store.links.get('lnk_1')).toMatchObject({
      checkDueAt: intake.clock.now() + 30_000,
      checkAttempts: 3,
    });
    expect(intake.woken).toBe(woken + 1);
  });
});

testAtLength(
  'senders of slow bodies with guessed tokens get 404 at once and do not block real callbacks',
  async () => {
    await start({ limits: { atOnce: 4 } });
    const port = Number(new URL(intake.url).port);
    const strangers = Array.from({ length: 300 }, (_, number) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(
        [`POST /callbacks/guess-${number} HTTP/1.1`, 'Host: x', 'Content-Length: 60000', '', '{"a":'].join(
          '\r\n',
        ),
      );
      return once(socket, 'data').then(([part]) => {
        socket.destroy();
        return String(part).split('\r\n')[0];
      });
    });
    const statuses: number[] = [];
    for (let number = 0; number < 9; number += 1)
      statuses.push((await intake.call('lnk_1', news(number))).status);
    expect(statuses).toEqual(Array(9).fill(200));
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(['HTTP/1.1 404 Not Found']));
  },
);

describe('an address', () => {
  const OLDER = 'a'.repeat(43);
  let watched: WatchedDatabase | null = null;
  /** Counts what the routes ask of the database. */
  const startWatched = (identity: Partial<Identity> = {}) =>
    start({
      identity,
      wrap: (_, place) => {
        watched = watchQueries(place);
        return createCallbackStore(watched);
      },
    });
  const ask = async (...tokens: string[]) => {
    const statuses: number[] = [];
    const asked = await watched?.plansOf(async () => {
      for (const token of tokens)
        statuses.push((await fetch(`${intake.url}/callbacks/${token}`, news(statuses.length))).status);
    });
    return { statuses, statements: asked?.length };
  };
  afterEach(async () => {
    await watched?.close();
    watched = null;
  });

  test('that is forged costs no statement, whatever it imitates', async () => {
    await startWatched();
    const real = tokenOf('lnk_1');
    const changed = (at: number) =>
      `${real.slice(0, at)}${real[at] === 'A' ? 'B' : 'A'}${real.slice(at + 1)}`;
    const forged = [
      ...[0, 20, 25, 40, 49].map(changed),
      buildToken(drawIdentity(), 'callback', Buffer.alloc(16, 1), null),
      buildToken(IDENTITY, 'picture', Buffer.alloc(16, 1), null),
      `${real}A`,
      'a'.repeat(51),
      OLDER,
      'x',
    ];
    expect(await ask(...forged)).toEqual({ statuses: forged.map(() => 404), statements: 0 });
    const known = await ask(real);
    expect([known.statuses, known.statements === 0]).toEqual([[200], false]);
  });

  test('holds as long as the row of its link: a refund may come months later', async () => {
    await start();
    await intake.clock.advance(400 * 24 * 3_600_000);
    expect((await intake.call('lnk_1', news(1))).status).toBe(200);
  });

  test('of before addresses proved themselves is looked up, once for several callbacks', async () => {
    await startWatched({ hasOlderAddresses: true });
    await intake.store.links.reserve(
      buildNewLink('lnk_old', { callbackTokenHash: hashToken(OLDER), checkDueAt: null, at: AT }),
    );
    const first = await ask(OLDER);
    expect(first.statuses).toEqual([200]);
    const again = await ask(OLDER);
    expect(again.statuses).toEqual([200]);
    expect(again.statements).toBeLessThan(first.statements ?? 0);
    expect((await ask('b'.repeat(43))).statuses).toEqual([404]);
  });
});

test('an older token that cannot be looked up gets 503, with one log line', async () => {
  await start({
    identity: { hasOlderAddresses: true },
    wrap: ({ callbacks }) => ({
      ...callbacks,
      findKnown: () => Promise.reject(new Error('the disk is gone')),
    }),
  });
  const answer = await fetch(`${intake.url}/callbacks/${'a'.repeat(43)}`, news(1));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(intake.logLines.filter((line) => line.includes('the disk is gone'))).toHaveLength(1);
});

test('guessed tokens get 404, however often, and are never limited', async () => {
  await start();
  for (let number = 0; number < 40; number += 1)
    expect((await intake.call('nobody', news(number))).status).toBe(404);
});

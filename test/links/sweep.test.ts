import { describe, expect, test } from 'vitest';
import type { Reading } from '../../src/links/checks/read-back.ts';
import { createSweep } from '../../src/links/checks/sweep.ts';
import { createLog } from '../../src/log.ts';
import { buildVocabulary, NotConnectedError } from '../../src/payment-service/index.ts';
import type { LinkIdentity } from '../../src/payments/index.ts';
import type { RecordsChange, StoredRecord } from '../../src/store/kept-record-store.ts';
import type { Link } from '../../src/store/link.ts';
import { buildLink } from '../fixtures/links.ts';

type Fields = Record<string, unknown>;

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 60 * 60_000;

const start = (
  links: Link[],
  {
    records = {},
    kept = {},
    rivals = [],
    faults = {},
    isChanged = true,
    now = NOW,
  }: {
    /** By link; other links have no reading. */
    records?: Record<string, Fields[]>;
    kept?: Record<string, StoredRecord[]>;
    rivals?: LinkIdentity[];
    /** By workspace. */
    faults?: Record<string, Error>;
    isChanged?: boolean;
    now?: number;
  },
) => {
  const applied: [string, Reading][] = [];
  const asked: string[] = [];
  const written: ({ linkId: string } & RecordsChange)[] = [];
  const logged: Fields[] = [];
  const sweep = createSweep({
    links: {
      toSweep: async (since) => {
        asked.push(`expired since ${since - NOW}`);
        return links;
      },
      get: async (id) => {
        const link = links.find((one) => one.id === id);
        if (!link) throw new Error('no such link');
        return link;
      },
    },
    keptRecords: {
      ofLinks: async (ids) => new Map(ids.flatMap((id) => (kept[id] ? [[id, kept[id]]] : []))),
      write: async (changes) => {
        written.push(...changes);
      },
    },
    learnFirstWords: async () => undefined,
    readBack: {
      many: async (teamId, ofTeam) => {
        asked.push(`${teamId}: ${ofTeam.map(({ id }) => id).join()}`);
        const fault = faults[teamId];
        if (fault) throw fault;
        return new Map(
          ofTeam.flatMap(({ id, orderId }): [string, Reading][] => {
            const rows = records[id];
            if (!rows) return [];
            const found = rows.map((fields) => ({
              kind: 'transaction' as const,
              via: 'listing' as const,
              record: { fields },
            }));
            return [
              [
                id,
                {
                  found,
                  orderId,
                  rivals,
                  isComplete: true,
                  areTransactionsRead: true,
                  hasNameless: false,
                  provesAbsence: false,
                  isNotListed: false,
                  hasOurs: false,
                },
              ],
            ];
          }),
        );
      },
    },
    applyRecords: async (link, reading) => {
      applied.push([link.id, reading]);
      return isChanged ? { ...link, version: link.version + 1 } : link;
    },
    wordsOf: async () => buildVocabulary(),
    timeZone: 'Asia/Dubai',
    clock: { now: () => now, sleep: async () => undefined },
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
  });
  return {
    sweep: async () => (await sweep()).ended,
    applied,
    written,
    asked,
    logged,
    ids: () => applied.map(([id]) => id),
  };
};

const row = (status: string) => [{ orderId: '100234', status, amount: 1250.5 }];

describe('a sweep', () => {
  test('asks for open links and those that expired within a day, by workspace', async () => {
    const links = [buildLink(), buildLink({ id: 'lnk_2', teamId: 'T2' }), buildLink({ id: 'lnk_3' })];
    const { sweep, asked, logged } = start(links, {});
    expect(await sweep()).toEqual({ links: 3, changed: 0 });
    expect(asked).toEqual([`expired since ${-DAY}`, 'T0PLAY: lnk_1,lnk_3', 'T2: lnk_2']);
    expect(logged).toMatchObject([{ links: 3, teams: 2, changed: 0, failures: 0 }]);
  });

  test('settles the links with news, and counts those that changed', async () => {
    const links = [buildLink(), buildLink({ id: 'lnk_2' })];
    const records = { lnk_1: row('PAID'), lnk_2: row('PENDING') };
    const { sweep, ids, applied } = start(links, { records });
    expect(await sweep()).toEqual({ links: 2, changed: 1 });
    expect(ids()).toEqual(['lnk_1']);
    expect(applied[0]?.[1].found).toHaveLength(1);
    expect(await start(links, { records, isChanged: false }).sweep()).toEqual({ links: 2, changed: 0 });
  });

  test.each<[state: Link['state'], word: string | null, isSettled: boolean]>([
    ['open', 'PENDING', false],
    ['open', null, false],
    ['open', 'KZX', true],
    ['open', 'DECLINED', true],
    ['expired', 'PENDING', false],
    ['expired', 'PAID', true],
    ['expired', null, true],
    ['failed', 'PENDING', true],
    ['failed', null, true],
    ['paid', 'PAID', false],
    ['paid', 'REFUNDED', true],
  ])('of a link that is %s, with records that say %s, settles it: %s', async (state, word, isSettled) => {
    const { sweep, ids } = start([buildLink({ state })], {
      records: { lnk_1: word === null ? [] : row(word) },
    });
    await sweep();
    expect(ids()).toEqual(isSettled ? ['lnk_1'] : []);
  });

  test('settles an open link from the moment of its expiry', async () => {
    const expiresAt = NOW + 5;
    for (const word of ['PENDING', null]) {
      const records = { lnk_1: word === null ? [] : row(word) };
      const before = start([buildLink({ expiresAt })], { records, now: expiresAt - 1 });
      await before.sweep();
      expect(before.ids()).toEqual([]);
      const at = start([buildLink({ expiresAt })], { records, now: expiresAt });
      await at.sweep();
      expect(at.ids()).toEqual(['lnk_1']);
    }
  });

  test('settles a payment that may be another link’s', async () => {
    const rival = { id: 'lnk_2', invoiceId: 'X', orderId: '100234', address: null };
    const { sweep, ids } = start([buildLink({ state: 'paid' })], {
      records: { lnk_1: row('PAID') },
      rivals: [rival],
    });
    await sweep();
    expect(ids()).toEqual(['lnk_1']);
  });

  test('of many links settles the last as well', async () => {
    const links = Array.from({ length: 401 }, (_, at) => buildLink({ id: `lnk_${at}` }));
    const { sweep, ids } = start(links, { records: { lnk_0: row('PAID'), lnk_400: row('PAID') } });
    expect(await sweep()).toEqual({ links: 401, changed: 2 });
    expect(ids()).toEqual(['lnk_0', 'lnk_400']);
  });

  test('without links changes nothing', async () => {
    expect(await start([], {}).sweep()).toEqual({ links: 0, changed: 0 });
  });
});

describe('a workspace that cannot be read', () => {
  const links = [buildLink(), buildLink({ id: 'lnk_2', teamId: 'T2' })];
  const records = { lnk_1: row('PAID'), lnk_2: row('PAID') };
  const down = new Error('down');
  const notConnected = new NotConnectedError('none', { operation: 'listLinks', reference: 'REF' });

  test('does not stop the others', async () => {
    const { sweep, ids, logged } = start(links, { records, faults: { T0PLAY: down } });
    expect(await sweep()).toEqual({ links: 2, changed: 1 });
    expect(ids()).toEqual(['lnk_2']);
    expect(logged).toMatchObject([
      { team: 'T0PLAY', err: expect.anything(), msg: expect.stringMatching(/not swept/) },
      { links: 2, teams: 2, changed: 1, failures: 1, msg: 'open links swept' },
    ]);
  });

  test('is a failure of the sweep if no workspace can be read', async () => {
    await expect(start(links, { faults: { T0PLAY: down, T2: new Error('other') } }).sweep()).rejects.toBe(
      down,
    );
  });

  test('because it is not connected is no failure', async () => {
    const { sweep, logged } = start(links, { faults: { T0PLAY: notConnected, T2: notConnected } });
    expect(await sweep()).toEqual({ links: 2, changed: 0 });
    expect(logged).toMatchObject([{ links: 2, teams: 2, changed: 0, failures: 0 }]);
    const mixed = start(links, { faults: { T0PLAY: notConnected, T2: down } });
    expect(await mixed.sweep()).toEqual({ links: 2, changed: 0 });
  });
});

// @module-tag by-hand
// @module-tag store

import { expect, test } from 'vitest';
import { buildLink, CAST } from '../fixtures/links.ts';
import { IS_WHOLE } from '../fixtures/whole-suite.ts';
import { DAY, HOUR, MINUTE, START, startLinks } from './link-verbs.ts';

const ROWS_PER_PAGE = 100;
/** Writing ten thousand links takes a minute: only in the long run. */
const SIZES = process.env['LONG_TESTS'] ? [10, 1_000, 10_000] : [10, IS_WHOLE ? 1_000 : 200];

test.each(SIZES)(
  'after a day without the service, one sweep settles %i open links page by page',
  async (size) => {
    const scene = await startLinks();
    const { store, sandbox, clock } = scene;
    try {
      // One in five was paid meanwhile, and one in ten of those with another amount.
      sandbox.seedLinks(size, (i) => ({
        invoiceId: `PL-${i}`,
        createdAt: START - HOUR + i,
        amountFils: 25_000,
        ...(i % 5 === 0 ? { paidAt: START + MINUTE + i, paidFils: i % 50 === 0 ? 24_000 : 25_000 } : {}),
      }));
      const { details, ...link } = buildLink();
      await scene.claimAccount(CAST.teamId);
      for (const [i, made] of sandbox.links().entries()) {
        const id = `lnk_${i}`;
        const at = made.createdAt;
        const key = { nonce: id, callbackTokenHash: id, invoiceId: `PL-${i}`, checkDueAt: null };
        await store.links.reserve({
          ...link,
          ...key,
          id,
          saleId: null,
          details,
          amountFils: 25_000,
          expiresAt: START + 30 * DAY,
          at,
        });
        await store.links.move({
          id,
          to: 'open',
          at,
          cause: 'answered',
          orderId: made.orderId,
          address: 'https://p.ae',
        });
      }
      await sandbox.outage('unavailable');
      await clock.advance(DAY);
      const swept = expect(scene.sweep()).rejects.toThrow();
      await clock.advance(MINUTE);
      await swept;
      expect(await store.links.inState('open')).toHaveLength(size);
      await sandbox.outage('off');

      const before = sandbox.calls();
      const paid = Math.ceil(size / 5);
      expect(await scene.sweep()).toEqual({ links: size, changed: paid });
      const after = sandbox.calls();
      const calls = {
        links: after.links - before.links,
        transactions: after.transactions - before.transactions,
      };
      console.log(JSON.stringify({ sweep: size, rowsPerPage: ROWS_PER_PAGE, calls }));
      expect(calls.links).toBeLessThanOrEqual(size / ROWS_PER_PAGE + 2);
      expect(calls.transactions).toBeLessThanOrEqual(paid / ROWS_PER_PAGE + 2);
      expect(after.link + after.transaction).toBe(before.link + before.transaction);

      const reported = Math.ceil(size / 50);
      expect(await store.links.inState('reported')).toHaveLength(reported);
      expect(await store.links.inState('paid')).toHaveLength(paid - reported);
      expect(await store.links.inState('open')).toHaveLength(size - paid);
    } finally {
      await scene.close();
    }
  },
  240_000,
);

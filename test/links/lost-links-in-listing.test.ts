import { describe, expect, test } from 'vitest';
import type { LinkRequest } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { MINUTE, START, startLinkWork } from './start-link-work.ts';

const stage = perTest(startLinkWork);

const claimNotices = () => stage.store.jobs.claim({ at: START, leaseMs: 1, limit: 10, token: 'test' });

const REQUEST: LinkRequest = {
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  invoiceAmount: 1250.5,
  notes: 'June rent',
  isTermsAndConditionsAccepted: true,
  expiryOn: '2026-12-21 14:30:00',
  Is_QR_needed: true,
  Is_invoice_generated: false,
};

/** A link whose request had no clear answer. */
const reserveUnknown = async (): Promise<Link> => {
  const { details, ...link } = buildLink({ invoiceId: 'PL-1' });
  await stage.store.links.reserve({ ...link, details, callbackTokenHash: 'hash', at: START });
  const moved = await stage.store.links.move({
    id: link.id,
    to: 'unknown',
    at: START,
    cause: 'no certain answer',
  });
  return moved ?? Promise.reject(new Error('not moved'));
};

describe('a link whose answer was lost', () => {
  test('opens, with its card waiting, once the listing shows its reference', async () => {
    const link = await reserveUnknown();
    await stage.service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    const checked = await stage.lostLinks.checkAgain(link);
    expect(checked).toMatchObject({ state: 'open', address: expect.stringContaining('/pay/') });
    expect((await claimNotices()).map(({ kind }) => kind).sort()).toEqual(['card', 'qr']);
  });

  testAtLength('is found on a later page of the listing', async () => {
    const link = await reserveUnknown();
    await stage.service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    for (let i = 0; i < 120; i += 1)
      await stage.service.generateLink({ ...REQUEST, Invoice_Id: `OTHER-${i}` });
    expect((await stage.lostLinks.checkAgain(link)).state).toBe('open');
  });

  /** Makes another link of ours, which is listed. */
  const makeLater = async (number: number): Promise<void> => {
    const [id, invoiceId, at] = [`lnk_${number}`, `PL-${number}`, stage.clock.now()];
    const { details, ...later } = buildLink({ id, nonce: id, invoiceId });
    await stage.store.links.reserve({ ...later, details, callbackTokenHash: id, at });
    const { address, orderId } = await stage.service.generateLink({ ...REQUEST, Invoice_Id: invoiceId });
    await stage.store.links.move({ id, to: 'open', at, cause: 'answered', address, orderId });
  };

  test('fails once the listing shows a link of ours that was made after its request had ended', async () => {
    const link = await reserveUnknown();
    await stage.clock.advance(2 * MINUTE);
    await makeLater(2);
    await stage.clock.advance(MINUTE);
    // That link was made at the last moment at which the request could still arrive.
    expect((await stage.lostLinks.checkAgain(link)).state).toBe('unknown');
    await stage.store.links.move({
      id: 'lnk_2',
      to: 'failed',
      at: stage.clock.now(),
      cause: 'cancelled at the service',
    });
    await makeLater(3);
    const failed = await stage.lostLinks.checkAgain(link);
    expect(failed.state).toBe('failed');
    expect(failed.failure?.next).toMatch(/safe to try again/);
  });

  test('stays unknown if the listing is empty, however old the request is', async () => {
    const link = await reserveUnknown();
    await stage.clock.advance(48 * 60 * MINUTE);
    expect((await stage.lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('stays unknown if the listing has no references', async () => {
    const link = await reserveUnknown();
    await stage.service.generateLink(REQUEST);
    await stage.clock.advance(60 * MINUTE);
    expect((await stage.lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('stays unknown while the service does not answer', async () => {
    const link = await reserveUnknown();
    await stage.clock.advance(60 * MINUTE);
    stage.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
    expect((await stage.lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('leads to one card and one picture when several checks run at the same time', async () => {
    const link = await reserveUnknown();
    await stage.service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    await Promise.all([
      stage.lostLinks.checkAgain(link),
      stage.lostLinks.checkAgain(link),
      stage.lostLinks.checkAgain(link),
    ]);
    expect(await countWaiting(stage.store)).toBe(2);
  });
});

test('a link that a dead process left behind is unknown, and its creator gets one message', async () => {
  const { details, ...link } = buildLink();
  await stage.store.links.reserve({ ...link, details, callbackTokenHash: 'hash', at: START });
  const reserved = await stage.store.links.get(link.id);
  expect((await stage.lostLinks.markInterrupted(reserved)).state).toBe('unknown');
  expect((await stage.lostLinks.markInterrupted(reserved)).state).toBe('unknown');
  expect(await claimNotices()).toMatchObject([{ kind: 'news', lane: 'T0PLAY:U0SARA0001' }]);
});

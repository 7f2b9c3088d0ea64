import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandboxService, type SandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { createIds } from '../../src/ids.ts';
import { createCheckPlan } from '../../src/links/checks/check-plan.ts';
import { createLostLinks, type LostLinks } from '../../src/links/checks/lost-links.ts';
import { createReadBack } from '../../src/links/checks/read-back.ts';
import { createLog } from '../../src/log.ts';
import type { LinkRequest, PaymentServiceClient } from '../../src/payment-service/index.ts';
import { buildKindWords, buildStateWords } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { Store } from '../../src/store/open-store.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildLink } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { connectTo, ZONE } from '../fixtures/payment-service.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const START = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;

let database: TestDatabase;
const CHECKS = {
  checkAfterMs: 5_000,
  checkAtMostMs: 300_000,
  sweepEveryMs: 600_000,
  requestLastsMs: 2 * MINUTE,
};

let store: Store;
let sandbox: SandboxService;
let service: PaymentServiceClient;
let clock: ManualClock;
let lostLinks: LostLinks;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
  clock = createManualClock(START);
  sandbox = await createSandboxService({ history: 'none', now: clock.now });
  service = connectTo(sandbox);
  const readBack = createReadBack({
    serviceOf: () => service,
    links: store.links,
    clock,
    timeZone: ZONE,
    wordsOf: async () => ({ states: buildStateWords(), kinds: buildKindWords() }),
    requestLastsMs: CHECKS.requestLastsMs,
    isLookUpConfigured: true,
    log: createLog('silent'),
  });
  lostLinks = createLostLinks({
    readBack,
    serviceOf: () => service,
    reminderHoursOf: async () => 24,
    links: store.links,
    plan: createCheckPlan(CHECKS),
    settings: CHECKS,
    clock,
    ids: createIds(),
    timeZone: ZONE,
    log: createLog('silent'),
  });
});

afterEach(async () => {
  await service.close();
  await sandbox.close();
  await database.remove();
});

const claimNotices = () => store.jobs.claim({ at: START, leaseMs: 1, limit: 10, token: 'test' });

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

/** A link whose request had no certain answer. */
const reserveUnknown = async (): Promise<Link> => {
  const { details, ...link } = buildLink({ invoiceId: 'PL-1' });
  await store.links.reserve({ ...link, details, callbackTokenHash: 'hash', at: START });
  const moved = await store.links.move({ id: link.id, to: 'unknown', at: START, cause: 'no certain answer' });
  return moved ?? Promise.reject(new Error('not moved'));
};

describe('a link whose answer was lost', () => {
  test('is open, with its card on the way, once the listing shows its reference', async () => {
    const link = await reserveUnknown();
    await service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    const checked = await lostLinks.checkAgain(link);
    expect(checked).toMatchObject({ state: 'open', address: expect.stringContaining('/pay/') });
    expect((await claimNotices()).map(({ kind }) => kind).sort()).toEqual(['card', 'qr']);
  });

  testAtLength('is found on a later page of the listing', async () => {
    const link = await reserveUnknown();
    await service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    for (let i = 0; i < 120; i += 1) await service.generateLink({ ...REQUEST, Invoice_Id: `OTHER-${i}` });
    expect((await lostLinks.checkAgain(link)).state).toBe('open');
  });

  /** Another link of ours, made and listed now. */
  const makeLater = async (): Promise<void> => {
    const { details, ...later } = buildLink({ id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'PL-2' });
    await store.links.reserve({ ...later, details, callbackTokenHash: 'hash-2', at: clock.now() });
    const { address, orderId } = await service.generateLink({ ...REQUEST, Invoice_Id: 'PL-2' });
    await store.links.move({ id: 'lnk_2', to: 'open', at: clock.now(), cause: 'answered', address, orderId });
  };

  test('is failed once the listing shows a link of ours that was made after its request had ended', async () => {
    const link = await reserveUnknown();
    await clock.advance(2 * MINUTE);
    await makeLater();
    await clock.advance(MINUTE);
    // Made in the very last moment in which the request could still arrive.
    expect((await lostLinks.checkAgain(link)).state).toBe('unknown');
    await store.links.move({ id: 'lnk_2', to: 'failed', at: clock.now(), cause: 'cancelled at the service' });
    const { details, ...later } = buildLink({ id: 'lnk_3', nonce: 'nonce-3', invoiceId: 'PL-3' });
    await store.links.reserve({ ...later, details, callbackTokenHash: 'hash-3', at: clock.now() });
    const { address, orderId } = await service.generateLink({ ...REQUEST, Invoice_Id: 'PL-3' });
    await store.links.move({ id: 'lnk_3', to: 'open', at: clock.now(), cause: 'answered', address, orderId });
    const failed = await lostLinks.checkAgain(link);
    expect(failed.state).toBe('failed');
    expect(failed.failure?.next).toMatch(/safe to try again/);
  });

  test('stays unknown where the listing is empty, however long ago the request was', async () => {
    const link = await reserveUnknown();
    await clock.advance(48 * 60 * MINUTE);
    expect((await lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('stays unknown for ever where the listing carries no references to tell it by', async () => {
    const link = await reserveUnknown();
    await service.generateLink(REQUEST);
    await clock.advance(60 * MINUTE);
    expect((await lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('stays unknown while the service does not answer', async () => {
    const link = await reserveUnknown();
    await clock.advance(60 * MINUTE);
    sandbox.faults.add({ operation: 'links', kind: 'status', status: 500 });
    expect((await lostLinks.checkAgain(link)).state).toBe('unknown');
  });

  test('is told of once when two checks run at the same time', async () => {
    const link = await reserveUnknown();
    await service.generateLink({ ...REQUEST, Invoice_Id: 'PL-1' });
    await Promise.all([lostLinks.checkAgain(link), lostLinks.checkAgain(link), lostLinks.checkAgain(link)]);
    expect(await countWaiting(store)).toBe(2);
  });
});

test('a link that a dead process left behind is not certain, and its creator is told once', async () => {
  const { details, ...link } = buildLink();
  await store.links.reserve({ ...link, details, callbackTokenHash: 'hash', at: START });
  const reserved = await store.links.get(link.id);
  expect((await lostLinks.markInterrupted(reserved)).state).toBe('unknown');
  expect((await lostLinks.markInterrupted(reserved)).state).toBe('unknown');
  expect(await claimNotices()).toMatchObject([{ kind: 'news', lane: 'T0PLAY:U0SARA0001' }]);
});

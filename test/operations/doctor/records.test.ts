// @module-tag long
// @module-tag store

import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ResponseShape } from '../../../playground/sandbox/sandbox-service.ts';
import { readRecordsOption } from '../../../src/operations/doctor/doctor.ts';
import { runDoctor } from '../../../src/operations/doctor/run-doctor.ts';
import { createNoonClock } from '../../fixtures/noon-clock.ts';
import { serve } from '../../fixtures/serve.ts';
import { NORTH, startMany } from '../../fixtures/start-many.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

const start = async (shape: Partial<ResponseShape> = {}): Promise<Scene> => {
  const scene = await startScene({ sandbox: { history: { days: 30, linksPerDay: 4 }, shape } });
  onTestFinished(() => scene.close());
  return scene;
};

/** Runs the doctor at the scene's noon. */
const survey = async (scene: Scene, env: Record<string, string> = {}, recordsDays = 30) =>
  diagnose({ ...buildEnvironment(scene), ...env }, { recordsDays, clock: createNoonClock() });

/** All customer data in the sandbox's records. */
const customerValues = ({ sandbox }: Scene): string[] => {
  const values = sandbox.links().flatMap(({ request, invoiceId, orderId, token }) => {
    const { FullName, Email, Phone, notes, Address = '' } = request;
    return [FullName, Email, Phone, notes, Address, invoiceId ?? '', orderId, token];
  });
  return [...new Set(values)].filter((value) => value.length > 3);
};

const expectNoCustomer = (scene: Scene, text: string): void => {
  const values = customerValues(scene);
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((value) => text.includes(value))).toEqual([]);
};

/** A service with one row per page and without totals. */
const startService = async (numberOf: (asked: number) => number) => {
  const paths: string[] = [];
  const url = await serve((request, answer) => {
    paths.push(request.url ?? '');
    const row = { orderId: `O-${numberOf(paths.length)}`, status: 'PAID', amount: 250 };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ status: 'SUCCESS', message: 'ok', response: { content: [row] } }));
  });
  return { url, asked: (listing: string) => paths.filter((path) => path.includes(listing)).length };
};

/** The newest paid link. */
const paidLink = ({ sandbox }: Scene) => {
  const paid = sandbox.links().findLast(({ status }) => status === 'PAID');
  if (!paid) throw new Error('nothing is paid');
  return paid;
};

describe('the doctor with --records', () => {
  test('says how Paylink reads each shape and word, and shows no customer’s data', async () => {
    const scene = await start();
    const { of, text } = await survey(scene);
    const { details, seen, status } = of('records');
    expect(status).toBe('ok');
    expect(seen).toMatch(/^\d+ rows of the last 30 days read/);
    for (const line of [
      /transactions, shape 1, \d+ rows: .*amount, .*status.* → .*paid/,
      /transactions: status: SUCCESS → paid, \d+ rows/,
      /transactions: status: FAILED → declined, \d+ rows?/,
      /links: status: PAID → paid, \d+ rows/,
      /links: status: CREATED → says nothing of this payment/,
      /payouts, shape 1, \d+ rows?: .*payoutId/,
    ])
      expect(details).toContainEqual(expect.stringMatching(line));
    expectNoCustomer(scene, text);
  });

  test.each<[string, Partial<ResponseShape>]>([
    ['snake case', { listing: 'snake_case' }],
    ['bare arrays without totals', { listing: 'bare-array' }],
    ['numbers as strings', { listing: 'numbers-as-strings' }],
    ['nulls and extras', { listing: 'nulls-and-extras' }],
    ['payments in a container of their own', { paymentIn: 'payment', stateField: 'paymentStatus' }],
    ['flags', { stateField: 'isPaid', stateWords: { PAID: true, SUCCESS: true, FAILED: false } }],
    ['records without any id', { references: 'none', linkReferences: 'none' }],
  ])('shows no customer’s data in %s', async (_, shape) => {
    const scene = await start(shape);
    const { of, text } = await survey(scene);
    expect(of('records').status).toBe('ok');
    expect(of('records').details.join('\n')).toMatch(/transactions, shape 1, .* → .*paid/);
    expectNoCustomer(scene, text);
  });

  test('names the setting for an unknown state word, and the question in Slack for an unknown kind word', async () => {
    const scene = await start({ stateWords: { SUCCESS: 'KZX' } });
    scene.sandbox.reword(paidLink(scene).orderId, { members: { transactionType: 'QX17' } });
    const before = await survey(scene);
    const lines = before.of('records').details.join('\n');
    expect(lines).toMatch(/status: KZX → not known, \d+ rows?; put it into PAYLINK_PAID_WORDS, /);
    expect(lines).toMatch(/transactionType: QX17 → not known, \d+ rows?; Paylink asks an admin in Slack/);
    expect(before.of('records').remedy).toContain('Words that are not known make no link paid');
    // Not with `diagnose`, for which every setting is a secret.
    const after = await runDoctor({
      env: { ...buildEnvironment(scene), PAYLINK_PAID_WORDS: 'KZX' },
      clock: createNoonClock(),
      newToken: randomUUID,
      recordsDays: 30,
    });
    expect(after.find(({ id }) => id === 'records')?.details.join('\n')).toMatch(
      /transactions: status: KZX → paid, \d+ rows/,
    );
  });

  testAtLength('masks what looks like customers’ data in values and field names', async () => {
    const scene = await start();
    const paid = paidLink(scene);
    scene.sandbox.reword(paid.orderId, {
      members: {
        transactionType: paid.request.FullName,
        type: 'zaynab@planted.example',
        paymentStatus: '+971501239876',
        FullName: paid.request.FullName,
        'planted-971501239876': 1,
        'zaynab@planted.example': { status: 'PAID' },
      },
    });
    const { text } = await survey(scene);
    expect(text).toContain('(a value that is not a word)');
    expect(text).toContain('(masked)');
    expect(text).not.toMatch(/planted|971501239876/);
    expectNoCustomer(scene, text);
  });

  testAtLength('stops at a repeated page, and at 200 requests a listing, and says so', async () => {
    const scene = await start();
    const repeating = await startService(() => 1);
    const repeated = await survey(scene, { PAYLINK_BASE_URL: repeating.url });
    expect(repeated.of('records').details[0]).toBe(
      'transactions: 1 row in 1 shape; a page came twice, as if the service ignored `page`: the rest was not read',
    );
    expect(repeating.asked('transactions-history')).toBe(2);

    const endless = await startService((asked) => asked);
    const stopped = await survey(scene, { PAYLINK_BASE_URL: endless.url });
    expect(stopped.of('records').details[0]).toBe(
      'transactions: 200 rows in 1 shape; there are more, past 200 requests',
    );
    for (const listing of ['transactions-history', 'get-payout-summary'])
      expect(endless.asked(listing)).toBe(200);
  });

  test('fails with the service’s reason if a listing cannot be read', async () => {
    const scene = await start();
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 403 });
    const { faults } = await survey(scene);
    expect(faults).toContainEqual(expect.stringMatching(/^records: .*at the transactions \(403\)$/));
  });

  test('explains what to do if each workspace has its own account', async () => {
    const scene = await startMany({ merchants: [NORTH] });
    onTestFinished(() => scene.close());
    const { failed, skipped, of } = await diagnose(scene.environment, { recordsDays: 30 });
    expect({ failed, skipped }).toEqual({ failed: [], skipped: ['records'] });
    expect(of('records').seen).toContain('PAYLINK_API_KEY, PAYLINK_ACCOUNT_ID and PAYLINK_SECRET_KEY');
  });

  test('reads no records without the option', async () => {
    const scene = await start();
    const { text } = await diagnose(buildEnvironment(scene));
    expect(text).not.toContain('Records');
  });
});

describe('the number of days', () => {
  test.each<[string[], number | null, string[]]>([
    [[], null, []],
    [['--json'], null, ['--json']],
    [['--records'], 30, []],
    [['--records', '7'], 7, []],
    [['--records=14', '--json'], 14, ['--json']],
    [['--records', '--json'], 30, ['--json']],
    [['--json', '--records', '366'], 366, ['--json']],
  ])('%j', (args, days, rest) => {
    expect(readRecordsOption(args)).toEqual({ days, rest, fault: null });
  });

  test.each(['0', '367', '-5', '1.5', 'week', '', '1e2', ' 7'])('of “%s” is refused', (text) => {
    expect(readRecordsOption([`--records=${text}`]).fault).toContain('a whole number of days from 1 to 366');
  });
});

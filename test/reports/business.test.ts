// @module-tag long
// @module-tag store

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SARA } from '../../playground/slack/people-and-places.ts';
import { readBusinessDetails } from '../../src/reports/business-command.ts';
import { perTest } from '../fixtures/per-test.ts';
import { report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const answer = (response: unknown) => ({
  httpStatus: 200,
  status: '00',
  message: null,
  response,
  body: { status: '00', response },
  reference: 'REF',
});

const linesOf = (response: unknown) =>
  readBusinessDetails(answer(response))?.fields.map(({ path, text, isHidden }) =>
    isHidden ? `${path.join('.')} hidden` : `${path.join('.')}=${text}`,
  );

test.each([
  [{ businessName: 'Dune', city: 'Dubai' }, 'Dune', ['city=Dubai']],
  [{ merchant: { trade_name: 'Dune', licence: { no: 7 } } }, 'Dune', ['licence.no=7']],
  [[{ name: 'Dune', isActive: true }], 'Dune', ['isActive=yes']],
  [{ data: { legalName: 'Dune', tags: ['a', 'b'], empty: null } }, 'Dune', ['tags=a, b']],
])('finds the business in %j', (response, name, lines) => {
  expect(readBusinessDetails(answer(response))?.name).toBe(name);
  expect(linesOf(response)).toEqual(lines);
});

test('fields that sound like secrets are hidden at any depth', () => {
  const response = {
    businessName: 'Dune',
    apiKey: 'SHOWN',
    secret_key: 'SHOWN',
    webhookSecret: 'SHOWN',
    credentials: { user: 'SHOWN', deep: { more: 'SHOWN' } },
    accessToken: { value: 'SHOWN' },
    bank: { iban: 'AE070331234567890123456', name: 'Bank' },
    monkey: 'a pet',
  };
  expect(JSON.stringify(readBusinessDetails(answer(response)))).not.toContain('SHOWN');
  expect(linesOf(response)).toContain('bank.iban=••••3456');
  expect(linesOf(response)).toContain('bank.name=Bank');
});

test.each([[{}], [null], [[]], [''], [{ data: {} }]])('there is no business in %j', (response) => {
  expect(readBusinessDetails(answer(response))).toBeNull();
});

test('any answer is read without throwing', () => {
  let met = 0;
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('name', 'businessName', 'apiKey', 'Access_Token', 'data', 'city', '__proto__'),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, (response) => {
      const details = readBusinessDetails(answer(JSON.parse(JSON.stringify(response))));
      if (details === null) return;
      met += 1;
      expect(details.fields.length).toBeLessThanOrEqual(60);
      for (const { path, text, isHidden } of details.fields) {
        expect(text.length).toBeLessThanOrEqual(301);
        if (/apiKey|Access_Token/.test(path.join('.'))) expect([isHidden, text]).toEqual([true, '']);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(met).toBeGreaterThan(100);
});

describe('/paylink business', () => {
  const scene = perTest(startScene);

  test('shows the business only to the person who asked', async () => {
    const message = await report(scene, 'business', /Saffron Dune Trading/);
    expect(message.ephemeralTo).toBe(SARA);
    for (const line of ['Trade license number: SANDBOX-000000', 'Currency: AED', 'Only you see this'])
      expect(seen(message).text).toContain(line);
    expect(scene.slack.calls('chat.postMessage')).toHaveLength(0);
  });

  test('says that the key has no business, and what to do', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 404, times: 1 });
    const message = await report(scene, 'business', /has no business for this app’s API key/);
    expect(message.text).toContain('PAYLINK_API_KEY');
    expect(message.text).toMatch(/\(reference [A-Z0-9]+\)$/);
  });

  test('explains any other failure, with the reference that is in the log', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 401 });
    const message = await report(scene, 'business', /did not accept this app’s credentials/);
    const reference = /reference ([A-Z0-9]+)/.exec(message.text)?.[1] ?? 'none';
    expect(scene.logLines.some((line) => line.includes(reference))).toBe(true);
  });
});

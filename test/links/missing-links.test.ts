// @module-tag long
// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import { SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: SARA } });
});
afterEach(() => scene.close());

/** The database is as it was before the latest link: the older one stays. */
const restoreOlder = async () => {
  await scene.paylink.stop();
  const tables = await openTables(scene.database.place);
  const gone = '(select id from links order by created_at desc limit 1)';
  for (const table of ['jobs', 'link_events', 'callbacks'])
    await tables.run(`delete from ${table} where link_id = ${gone}`);
  await tables.run(`delete from links where id = ${gone}`);
  await tables.close();
  await scene.restart();
};
const told = () =>
  scene.slack.messages(SARA_DM).filter((message) => /no longer knows/.test(seen(message).text));

test('links that were made after the backup are told to the admins and in health, once', async () => {
  await issueLink(scene);
  await cardIn(scene, /Waiting/);
  await issueLink(scene, { FullName: 'Omar Haddad', Phone: '0551112233', invoiceAmount: '80' });
  const [first, second] = scene.sandbox.links();
  await restoreOlder();
  await scene.slack.until(() => told().length > 0);
  expect(told()).toHaveLength(1);
  const text = told()
    .map((message) => seen(message).text)
    .join();
  expect(text).toContain(String(second?.request.Invoice_Id));
  expect(text).not.toContain(String(first?.request.Invoice_Id));
  expect(text).toContain('Customers can still pay it, and Paylink won’t notice. To take it back, submit');
  const read = async (path: string) => (await fetch(`${scene.appUrl}${path}`)).text();
  await expect
    .poll(() => read('/readyz'))
    .toMatch(/^ok\n.*1 link\(s\) of the payment service are missing here/);
  await scene.restart();
  const compared = async () =>
    (await readTable(scene.database.place, 'jobs')).find(({ kind }) => kind === 'missing-links')?.['state'];
  await expect.poll(compared).toBe('done');
  expect(await read('/readyz')).toContain('1 link(s) of the payment service are missing here');
  expect(
    (await readTable(scene.database.place, 'jobs')).filter(
      ({ kind, id }) => kind === 'tell' && String(id).startsWith('missing-links:'),
    ),
  ).toHaveLength(1);
});

test('such a link is taken back by its number and amount: no second one is made, and what was paid counts', async () => {
  const omar = { FullName: 'Omar Haddad', Phone: '0551112233', invoiceAmount: '80' };
  await issueLink(scene);
  await issueLink(scene, omar);
  const [, lost] = scene.sandbox.links();
  await restoreOlder();
  await scene.slack.until(() => told().length > 0);
  const readyz = async () => (await fetch(`${scene.appUrl}/readyz`)).text();
  expect(await readyz()).toContain('missing here');
  await scene.sandbox.pay(String(lost?.orderId), { callback: true });
  await issueLink(scene, { ...omar, Invoice_Id: String(lost?.request.Invoice_Id) });
  await cardIn(scene, /Paid .*Omar/);
  expect(await readyz()).not.toContain('missing here');
  expect(scene.sandbox.links()).toHaveLength(2);
});

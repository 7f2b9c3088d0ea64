// @module-tag long

import { expect, test } from 'vitest';
import { NOON } from '../fixtures/noon-clock.ts';
import { ORDER, send, startSandbox } from './call-sandbox.ts';

test('the pay page shows merchant, purpose, expiry, and that it is a sandbox, without any script', async () => {
  const { url, payUrl, generate, visit } = await startSandbox();
  expect(payUrl).toBe(url);
  await generate({ invoiceAmount: 1250, Invoice_Id: 'INV-1' });
  const page = await visit();
  expect(page.status).toBe(200);
  const shown = ['AED 1,250.00', 'June rent', 'Saffron Dune', '2027-01-15 12:00:00', 'INV-1'];
  for (const text of [...shown, 'no money moves', 'width=device-width']) expect(page.text).toContain(text);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).not.toMatch(/<script|<link|src=/);
});

test('request values are escaped', async () => {
  const { generate, visit } = await startSandbox();
  await generate({ notes: `</dd><script>alert("1")</script>&'`, Invoice_Id: '<b>1</b>' });
  const { text } = await visit();
  expect(text).not.toMatch(/<script>alert|<b>1/);
  expect(text).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;');
});

test('a declined card can be followed by one payment, however often and fast the button is pressed', async () => {
  const { seedLinks, visit, link, transactions } = await startSandbox();
  const [{ token = '' } = {}] = seedLinks(1);
  const declined = await visit(ORDER, 'decline');
  expect([declined.status, declined.headers['location']]).toEqual([303, `/pay/${token}`]);
  expect((await visit()).text).toMatch(/declined.*try again/);
  expect(link(ORDER)).toMatchObject({ status: 'FAILED', paidAt: null });
  const pressed = await Promise.all([1, 2, 3].map(() => visit(ORDER, 'pay')));
  expect(pressed.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  const paid = await visit();
  expect(paid.text).toContain('Paid. Thank you.');
  expect(paid.text).not.toContain('<button');
  expect((await visit(ORDER, 'decline')).status).toBe(409);
  expect(link(ORDER)).toMatchObject({ status: 'PAID', paidAt: NOON });
  expect(transactions().map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
});

test('a link expires by the clock and then cannot be paid', async () => {
  let now = NOON;
  const { seedLinks, visit, link, pay, transactions } = await startSandbox({ now: () => now });
  seedLinks(1, () => ({ expiresAt: NOON + 1 }));
  expect(link(ORDER)?.status).toBe('CREATED');
  now += 1;
  expect(link(ORDER)?.status).toBe('EXPIRED');
  expect((await visit()).text).toContain('expired');
  expect((await visit(ORDER, 'pay')).status).toBe(409);
  await expect(pay(ORDER)).rejects.toThrow(/expired/);
  expect(transactions()).toEqual([]);
});

test('an unknown page gets 404, and a link is paid by its button alone', async () => {
  const { url, seedLinks, link } = await startSandbox();
  const [{ token } = {}] = seedLinks(1);
  expect((await send(`${url}/pay/nothing`)).status).toBe(404);
  expect((await send(`${url}/elsewhere`)).status).toBe(404);
  expect((await send(`${url}/pay/${token}/pay`)).status).toBe(405);
  expect((await send(`${url}/pay/${token}`, { method: 'POST' })).status).toBe(405);
  expect(link(ORDER)?.status).toBe('CREATED');
});

test('a phone opens the pay page of a listed link, and pays there', async () => {
  const { url, payUrl, seedLinks, play, visit, link } = await startPhones();
  const [{ token } = {}] = seedLinks(1);
  expect(payUrl).not.toBe(url);
  expect((await play('GET links')).json).toMatchObject([{ paymentLink: `${payUrl}/pay/${token}` }]);
  expect((await visit()).status).toBe(200);
  const pressed = await send(`${payUrl}/pay/${token}/pay`, { method: 'POST', headers: { origin: payUrl } });
  expect([pressed.status, link(ORDER)?.status]).toEqual([303, 'PAID']);
});

test.each<[string, number, string, string, Record<string, string>]>([
  ['another page', 404, 'GET', '/', {}],
  ['the switches', 404, 'GET', '/_play/faults', {}],
  ['the service', 404, 'GET', '/api/payment-link/generate', {}],
  ['a page under another host name', 403, 'GET', '/pay/TOKEN', { host: 'evil.example' }],
  ['a press on another site', 403, 'POST', '/pay/TOKEN/pay', { origin: 'http://evil.example' }],
])('a phone does not get %s, but %i', async (_, status, method, path, headers) => {
  const { payUrl, seedLinks, link } = await startPhones();
  const [{ token = '' } = {}] = seedLinks(1);
  const asked = { method: method as 'GET' | 'POST', headers };
  expect((await send(`${payUrl}${path.replace('TOKEN', token)}`, asked)).status).toBe(status);
  expect(link(ORDER)?.status).toBe('CREATED');
});

function startPhones() {
  return startSandbox({ phones: { host: '127.0.0.1', port: 0 } });
}

import { expect, test } from 'vitest';
import { generate, send } from './call-sandbox.ts';
import { createSandboxes, NOON } from './create-sandboxes.ts';

const start = createSandboxes();

test('the pay page shows merchant, purpose, expiry, and that it is a sandbox', async () => {
  const sandbox = await start();
  await generate(sandbox, { invoiceAmount: 1250, Invoice_Id: 'INV-1' });
  const page = await send(sandbox.url, { target: `/pay/${sandbox.link('100234')?.token}` });
  expect(page.status).toBe(200);
  const said = [
    'AED 1,250.00',
    'June rent',
    'Saffron Dune',
    '2027-01-15 12:00:00',
    'INV-1',
    'no money moves',
  ];
  for (const text of said) expect(page.text).toContain(text);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).toContain('width=device-width');
  expect(page.text).not.toMatch(/<script|<link|src=/);
});

test('request values are escaped on every page', async () => {
  const sandbox = await start();
  const notes = `</dd><script>alert("1")</script>&'`;
  await generate(sandbox, { notes, Invoice_Id: '<b>1</b>' });
  const token = sandbox.link('100234')?.token;
  for (const target of ['/', `/pay/${token}`]) {
    const { text } = await send(sandbox.url, { target });
    expect(text).not.toMatch(/<script>alert|<b>1/);
    expect(text).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;');
  }
});

test('a declined card can be followed by a payment, and a paid link cannot be paid again', async () => {
  const sandbox = await start();
  await generate(sandbox);
  const path = `/pay/${sandbox.link('100234')?.token}`;
  const press = (what: string) => send(sandbox.url, { method: 'POST', target: `${path}/${what}` });

  const declined = await press('decline');
  expect([declined.status, declined.headers['location']]).toEqual([303, path]);
  expect((await send(sandbox.url, { target: path })).text).toMatch(/declined.*try again/);
  expect(sandbox.link('100234')?.status).toBe('FAILED');

  expect((await press('pay')).status).toBe(303);
  const paid = await send(sandbox.url, { target: path });
  expect(paid.text).toContain('Paid. Thank you.');
  expect(paid.text).not.toContain('<button');
  expect(sandbox.link('100234')).toMatchObject({ status: 'PAID', paidAt: NOON });

  expect((await press('pay')).status).toBe(409);
  expect((await press('decline')).status).toBe(409);
  expect(sandbox.transactions().map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
});

test('two simultaneous presses pay once', async () => {
  const sandbox = await start();
  await generate(sandbox);
  const target = `/pay/${sandbox.link('100234')?.token}/pay`;
  const replies = await Promise.all([1, 2, 3].map(() => send(sandbox.url, { method: 'POST', target })));
  expect(replies.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  expect(sandbox.transactions()).toHaveLength(1);
});

test('a link expires by the clock and then cannot be paid', async () => {
  let now = NOON;
  const sandbox = await start({ now: () => now });
  await generate(sandbox, { expiryOn: '2026-11-21 12:30:00' });
  const path = `/pay/${sandbox.link('100234')?.token}`;
  now += 30 * 60_000 - 1;
  expect(sandbox.link('100234')?.status).toBe('CREATED');
  now += 1;
  expect(sandbox.link('100234')?.status).toBe('EXPIRED');
  expect((await send(sandbox.url, { target: path })).text).toContain('expired');
  expect((await send(sandbox.url, { method: 'POST', target: `${path}/pay` })).status).toBe(409);
  await expect(sandbox.pay('100234')).rejects.toThrow(/expired/);
  expect(sandbox.transactions()).toEqual([]);
});

test('an unknown link gets 404, and GET never pays', async () => {
  const sandbox = await start();
  await generate(sandbox);
  const path = `/pay/${sandbox.link('100234')?.token}`;
  expect((await send(sandbox.url, { target: '/pay/nothing' })).status).toBe(404);
  expect((await send(sandbox.url, { target: `${path}/pay` })).status).toBe(405);
  expect((await send(sandbox.url, { method: 'POST', target: path })).status).toBe(405);
  expect((await send(sandbox.url, { target: '/elsewhere' })).status).toBe(404);
  expect(sandbox.link('100234')?.status).toBe('CREATED');
});

test('the overview lists the newest links with their buttons, which lead back to it', async () => {
  const sandbox = await start({ history: { days: 30, linksPerDay: 5 } });
  await generate(sandbox);
  const { text } = await send(sandbox.url, { target: '/' });
  const action = `/pay/${sandbox.link('100234')?.token}/pay?back=overview`;
  expect(text).toContain(`action="${action}"`);
  expect(text.match(/href="\/pay\//g)).toHaveLength(50);
  const pressed = await send(sandbox.url, { method: 'POST', target: action });
  expect([pressed.status, pressed.headers['location']]).toEqual([303, '/']);
});

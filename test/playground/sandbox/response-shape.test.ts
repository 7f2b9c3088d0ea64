import { expect, test } from 'vitest';
import { generate, listing, play, read } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();
const TODAY = ['/payment-link/get', '2026-11-21 00:00:00', '2026-11-21 23:59:59'] as const;

test('link generation supports every shape', async () => {
  const sandbox = await start();
  const look = async (generated: Parameters<typeof sandbox.shape.set>[0]['generated']) => {
    sandbox.shape.set({ generated });
    return (await generate(sandbox)).json?.response;
  };
  const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/\w{20}$/);
  expect(await look('plain')).toMatchObject({ paymentLink: address, amount: 250.5 });
  expect(await look('snake_case')).toMatchObject({
    order_id: '100235',
    payment_link: address,
    invoice_id: null,
    expiry_on: '2027-01-15 12:00:00',
  });
  const nested = { order: { orderId: '100236' }, link: { url: address } };
  expect(await look('nested')).toMatchObject({ data: nested });
  expect(await look('string')).toEqual(address);
  expect(JSON.stringify(await look('no-address'))).not.toMatch(/\/pay\//);
  expect(await look('numbers-as-strings')).toMatchObject({ amount: '250.50' });
});

test('listings support every shape, and records by id use the same', async () => {
  const sandbox = await start();
  await generate(sandbox);
  const look = async (shape: Parameters<typeof sandbox.shape.set>[0]['listing']) => {
    sandbox.shape.set({ listing: shape });
    return (await listing(sandbox, ...TODAY)).json?.response;
  };
  const one = async () => await read(sandbox, '/payment-link/get/100234');
  const row = expect.objectContaining({ orderId: '100234', amount: 250.5 });
  const numbers = { totalElements: 1, totalPages: 1, number: 0, size: 10 };
  expect(await look('spring-page')).toEqual({ content: [row], ...numbers });
  expect(await look('bare-array')).toEqual([row]);
  expect(await look('data-records')).toEqual({ data: { records: [row], totalRecords: 1 } });
  expect(await look('no-totals')).toEqual({ content: [row] });
  const snake = { order_id: '100234', invoice_id: null, full_name: 'Sara Khan', paid_at: null };
  expect(await look('snake_case')).toMatchObject({ content: [snake], total_elements: 1 });
  expect(await one()).toMatchObject(snake);
  const odd = { orderId: '100234', FullName: null, merchant: { id: null }, flags: [] };
  expect(await look('nulls-and-extras')).toMatchObject({ content: [odd] });
  expect(await one()).toMatchObject(odd);
  const texts = { content: [{ amount: '250.50' }], totalElements: '1' };
  expect(await look('numbers-as-strings')).toMatchObject(texts);
});

test('the shape is read and changed over HTTP, and an invalid shape is refused', async () => {
  const sandbox = await start();
  const usual = { generated: 'plain', listing: 'spring-page' };
  expect((await play(sandbox, 'GET', 'shape')).json).toMatchObject(usual);
  const changed = await play(sandbox, 'POST', 'shape', { listing: 'bare-array' });
  expect(changed.json).toMatchObject({ ...usual, listing: 'bare-array' });
  expect((await play(sandbox, 'POST', 'shape', { listing: 'xml' })).status).toBe(400);
  expect(sandbox.shape.get().listing).toBe('bare-array');
});

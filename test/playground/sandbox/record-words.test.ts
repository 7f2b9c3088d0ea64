import { expect, test } from 'vitest';
import type { RecordWords } from '../../../playground/sandbox/sandbox-service.ts';
import { play, read } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();

/** The records of one paid link and of its transaction. */
const records = async (words: Partial<RecordWords>) => {
  const sandbox = await start({ shape: words });
  const [link] = sandbox.seedLinks(1);
  const id = link?.orderId ?? '';
  await sandbox.pay(id);
  const of = async (path: string) => await read(sandbox, `${path}/${id}`);
  return { sandbox, id, link: await of('/payment-link/get'), transaction: await of('/transactions-history') };
};

test.each<[Partial<RecordWords>, object, object]>([
  [{ stateField: 'payState', stateWords: { PAID: 'Done' } }, { payState: 'Done' }, { payState: 'SUCCESS' }],
  [{ stateField: 'state', stateWords: { SUCCESS: 'SETTLED' } }, { state: 'PAID' }, { state: 'SETTLED' }],
  [{ stateField: 'isPaid', stateWords: { PAID: true, SUCCESS: 1 } }, { isPaid: true }, { isPaid: 1 }],
  [{ stateField: 'result.state' }, { result: { state: 'PAID' } }, { result: { state: 'SUCCESS' } }],
  [
    { paymentIn: 'payment', paidAtField: 'settledOn' },
    { payment: { status: 'PAID', amount: 100, currency: 'AED', settledOn: '2026-11-21 12:00:00' } },
    { payment: { status: 'SUCCESS', amount: 100, currency: 'AED' } },
  ],
  [{ times: 'iso' }, { paidAt: '2026-11-21T08:00:00.000Z' }, { createdAt: '2026-11-21T08:00:00.000Z' }],
  [{ times: 'epoch-milliseconds' }, { paidAt: 1_795_248_000_000 }, { createdAt: 1_795_248_000_000 }],
  [{ times: 'epoch-seconds' }, { paidAt: 1_795_248_000 }, { createdAt: 1_795_248_000 }],
])('with %j the records of links and transactions say so', async (words, link, transaction) => {
  const found = await records(words);
  expect(found).toMatchObject({ link, transaction });
  if (words.stateField ?? words.paymentIn) {
    expect(found.link).not.toHaveProperty('status');
    expect(found.transaction).not.toHaveProperty('status');
  }
});

test('a transaction can have a kind, in the sandbox’s words or in others', async () => {
  const { sandbox, id, link, transaction } = await records({ kindField: 'transactionType' });
  expect(transaction).toMatchObject({ transactionType: 'SALE', status: 'SUCCESS' });
  expect(link).not.toHaveProperty('transactionType');
  const latest = async () => await read(sandbox, `/transactions-history/${id}`);
  sandbox.shape.set({ kindWords: { SUCCESS: 'QX17' } });
  expect(await latest()).toMatchObject({ transactionType: 'QX17' });
  await sandbox.refund(id);
  expect(await latest()).toMatchObject({ transactionType: 'REFUND' });
  sandbox.shape.set({ kindField: null });
  expect(await latest()).not.toHaveProperty('transactionType');
});

test('records can omit state, times and references', async () => {
  const nothing = { statesIn: 'none', times: 'none', references: 'none', linkReferences: 'order' } as const;
  const silent = await records(nothing);
  for (const name of ['status', 'createdAt', 'paidAt', 'expiryOn', 'Invoice_Id']) {
    expect(silent.link).not.toHaveProperty(name);
    expect(silent.transaction).not.toHaveProperty(name);
  }
  expect(silent.link).toHaveProperty('orderId');
  expect(silent.transaction).not.toHaveProperty('orderId');

  const some = await records({ statesIn: 'transactions', references: 'invoice', linkReferences: 'invoice' });
  expect(some.link).not.toHaveProperty('status');
  expect(some.transaction).toMatchObject({ status: 'SUCCESS', Invoice_Id: 'SEED-000001' });
  expect(some.transaction).not.toHaveProperty('orderId');
});

test('the wording applies in every listing shape', async () => {
  const { sandbox, id } = await records({ paymentIn: 'payment', stateField: 'payState' });
  const look = async (listing: 'snake_case' | 'nulls-and-extras' | 'numbers-as-strings') => {
    sandbox.shape.set({ listing });
    return await read(sandbox, `/payment-link/get/${id}`);
  };
  const snake = { pay_state: 'PAID', paid_at: expect.any(String) };
  expect(await look('snake_case')).toMatchObject({ payment: snake });
  expect(await look('nulls-and-extras')).toMatchObject({ payment: { payState: 'PAID' }, FullName: null });
  expect(await look('numbers-as-strings')).toMatchObject({ payment: { amount: '100.00' } });
});

test('one order’s records can have a different wording', async () => {
  const sandbox = await start();
  const [odd, other] = sandbox.seedLinks(2).map(({ orderId }) => orderId);
  const record = async (id = '') => await read(sandbox, `/payment-link/get/${id}`);
  const words = { stateField: 'isPaid', stateWords: { CREATED: false }, members: { amount: 'free' } };
  sandbox.reword(odd ?? '', words);
  expect(await record(odd)).toMatchObject({ isPaid: false, amount: 'free' });
  expect(await record(other)).toMatchObject({ status: 'CREATED', amount: 100 });
  sandbox.reword(odd ?? '', null);
  expect(await record(odd)).toMatchObject({ status: 'CREATED' });
});

test('the words are read and changed over HTTP', async () => {
  const sandbox = await start();
  const change = (body: unknown) => play(sandbox, 'POST', 'shape', body);
  expect((await change({ stateField: 'state', stateWords: { PAID: true } })).json).toMatchObject({
    stateField: 'state',
    stateWords: { PAID: true },
    times: 'wall-clock',
  });
  expect((await change({ times: 'sundial' })).status).toBe(400);
});

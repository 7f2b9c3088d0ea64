import { expect, test } from 'vitest';
import { createCallbackBatches } from '../../src/links/callbacks/callback-batches.ts';

/** A writer that ends each batch when it is told to. */
const createWriter = () => {
  const batches: { items: number[]; end: (results?: string[]) => void; fail: (error: Error) => void }[] = [];
  return {
    batches,
    take: (items: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const end = (results = items.map((item) => `done ${item}`)) => resolve(results);
        batches.push({ items, end, fail: reject });
      }),
  };
};

test('what comes while a batch is written goes with the next, and each gets its own answer', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 3, atOnce: 1 });
  const first = [batches.add(1), batches.add(2)];
  await expect.poll(() => writer.batches.length).toBe(1);
  const later = [3, 4, 5, 6].map((item) => batches.add(item));
  writer.batches[0]?.end();
  expect(await Promise.all(first)).toEqual(['done 1', 'done 2']);
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end();
  await expect.poll(() => writer.batches.length).toBe(3);
  writer.batches[2]?.end();
  expect(await Promise.all(later)).toEqual(['done 3', 'done 4', 'done 5', 'done 6']);
  expect(writer.batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('as many batches are written at once as were allowed', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 1, atOnce: 2 });
  const all = [1, 2, 3].map((item) => batches.add(item));
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end();
  await expect.poll(() => writer.batches.length).toBe(3);
  writer.batches[0]?.end();
  writer.batches[2]?.end();
  expect(await Promise.all(all)).toEqual(['done 1', 'done 2', 'done 3']);
});

test('a writer that fails writes nothing', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 10, atOnce: 3 });
  const all = [1, 2, 3].map((item) => batches.add(item));
  await expect.poll(() => writer.batches.length).toBe(1);
  writer.batches[0]?.end();
  await Promise.all(all);
  expect(writer.batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

test('a batch that fails fails for all in it, and for nobody after it', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 2, atOnce: 1 });
  const outcomes = Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item)));
  await expect.poll(() => writer.batches.length).toBe(1);
  writer.batches[0]?.fail(new Error('no'));
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end(['done 3']);
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
});

import { expect, test } from 'vitest';
import { createOneAtATime } from '../../src/delivery/one-at-a-time.ts';

test('work of one workspace runs one after the other, also after a failure, and holds up no other workspace', async () => {
  const turns = createOneAtATime();
  const seen: string[] = [];
  const gates = new Map<string, { open: () => void; fail: () => void }>();
  const start = (key: string, name: string) =>
    turns.run(key, async () => {
      seen.push(`${name} starts`);
      await new Promise<void>((resolve, reject) => {
        gates.set(name, { open: resolve, fail: () => reject(new Error(name)) });
      });
      seen.push(`${name} ends`);
      return name;
    });
  const [one, two, other] = [start('T1', 'one'), start('T1', 'two'), start('T2', 'other')];
  await expect.poll(() => seen).toEqual(['one starts', 'other starts']);
  gates.get('one')?.fail();
  await expect(one).rejects.toThrow('one');
  await expect.poll(() => seen).toEqual(['one starts', 'other starts', 'two starts']);
  gates.get('two')?.open();
  gates.get('other')?.open();
  expect(await Promise.all([two, other])).toEqual(['two', 'other']);
});

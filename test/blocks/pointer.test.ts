import { expect, test } from 'vitest';
import { z } from 'zod';
import { pointer } from '../../src/blocks/pointer.ts';

const PAGE = pointer(z.object({ page: z.int() }));

test('a pointer is read back, without what its schema does not name', () => {
  const value = { page: 2, name: 'Sara Khan' };
  expect(PAGE.write(value)).toBe('{"page":2}');
  expect(PAGE.read(PAGE.write(value))).toEqual({ page: 2 });
});

test.each([null, '', 'x', '{', '[]', '{"page":"2"}'])('no pointer is read from %j', (text) => {
  expect(PAGE.read(text)).toBeNull();
});

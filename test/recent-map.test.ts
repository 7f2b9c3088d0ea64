import { expect, test } from 'vitest';
import { createRecentMap } from '../src/recent-map.ts';

test('what was put in last stays, and what has to go is given back', () => {
  const map = createRecentMap<string>(2);
  expect(map.set('a', 'one')).toBeUndefined();
  expect(map.set('b', 'two')).toBeUndefined();
  expect(map.set('a', 'one again')).toBeUndefined();
  expect(map.set('c', 'three')).toBe('two');
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['one again', undefined, 'three']);
  map.delete('a');
  expect(map.set('d', 'four')).toBeUndefined();
});

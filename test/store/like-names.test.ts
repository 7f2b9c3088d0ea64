import { expect, test } from 'vitest';
import { countCustomers } from '../../src/store/like-names.ts';

test.each([
  [1, ['Sara Khan', 'sara khan', 'SARA  KHAN.', 'Khan, Sara']],
  [1, ['Sara Khan', 'Sara', 'Sara Ahmed Khan']],
  [1, ['José Díaz', 'Jose Diaz', 'José D.']],
  [1, ['Maryam Suwaidi', 'Mariam Suwaidi', 'Maryam Suwaid']],
  [2, ['Sara Khan', 'Omar Khan']],
  [2, ['Ali', 'Aly']],
  [2, ['سارة', 'Sara']],
  [1, ['سارة', 'سارة خان']],
  [1, ['', '…', 'Sara']],
])('%i of %j', (count, names) => {
  expect(countCustomers(names)).toBe(count);
});

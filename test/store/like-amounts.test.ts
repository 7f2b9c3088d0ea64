import { expect, test } from 'vitest';
import { isLikeAmount } from '../../src/store/like-amounts.ts';

test.each([
  ['250.00', '250.00', true],
  ['250.00', '205.00', true],
  ['35.00', '53.00', true],
  ['250.00', '2500.00', true],
  ['1050.00', '150.00', true],
  ['250.00', '125.00', true],
  ['250.00', '260.00', true],
  ['250.50', '250.60', true],
  ['25.00', '26.00', false],
  ['250.00', '361.00', false],
  ['250.00', '502.00', false],
  ['250.00', '2501.00', false],
  ['250.00', '1250.00', false],
])('%s and %s: %s', (one, other, isLike) => {
  const fils = (amount: string) => Number(amount.replace('.', ''));
  expect(isLikeAmount(fils(one), fils(other))).toBe(isLike);
  expect(isLikeAmount(fils(other), fils(one))).toBe(isLike);
});

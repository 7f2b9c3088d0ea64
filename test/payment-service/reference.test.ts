import { expect, test } from 'vitest';
import { createReference } from '../../src/payment-service/reference.ts';

test('a reference is eight letters and digits that sound like no others, and another one each time', () => {
  const references = Array.from({ length: 500 }, createReference);
  for (const reference of references) expect(reference).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{8}$/);
  expect(new Set(references).size).toBe(500);
  expect(new Set(references.join('')).size).toBe(30);
});

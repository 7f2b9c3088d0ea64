import { z } from 'zod';

const requestSchema = z.looseObject({
  /** In milliseconds since the epoch. */
  erasedAt: z.number().optional(),
});

/** All other typed fields are erased, including fields that are added later. */
const NAMES_NOBODY: ReadonlySet<string> = new Set([
  'currency',
  'expiryOn',
  'Country',
  'Invoice_Id',
  'Product_Id',
]);

/** A stored request without its customer; of one that was erased before, the same again. */
export const eraseRequest = (stored: string, at: number): string => {
  const { erasedAt = at, ...request } = requestSchema.parse(JSON.parse(stored));
  const kept = Object.fromEntries(
    Object.entries(request).filter(([field, value]) => typeof value !== 'string' || NAMES_NOBODY.has(field)),
  );
  const nothing = { FullName: '', Email: '', Phone: '', notes: '' };
  return JSON.stringify({ ...kept, ...nothing, erasedAt });
};

import { z } from 'zod';

const requestSchema = z.looseObject({ erasedAt: z.number().optional() });

/** All other typed fields are erased, including fields that are added later. */
const NAMES_NOBODY: ReadonlySet<string> = new Set([
  'currency',
  'expiryOn',
  'Country',
  'Invoice_Id',
  'Product_Id',
]);

/** A stored request without its customer. */
export const eraseRequest = (stored: string, at: number): string => {
  const request = requestSchema.parse(JSON.parse(stored));
  const kept = Object.fromEntries(
    Object.entries(request).filter(([field, value]) => typeof value !== 'string' || NAMES_NOBODY.has(field)),
  );
  const nothing = { FullName: '', Email: '', Phone: '', notes: '' };
  return JSON.stringify({ ...kept, ...nothing, erasedAt: request.erasedAt ?? at });
};

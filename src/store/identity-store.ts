import { z } from 'zod';
import { drawIdentity, type Identity } from '../identity.ts';
import type { StoreDatabase } from './engine/database.ts';
import { createMetaStore } from './meta-store.ts';

const NAME = 'identity';
const storedSchema = z.object({
  mark: z.string(),
  key: z.string().transform((text) => Buffer.from(text, 'base64')),
});

export const createIdentityStore = (database: StoreDatabase) => {
  const meta = createMetaStore(database);
  const draw = (): string => {
    const { mark, key } = drawIdentity();
    return JSON.stringify({ mark, key: key.toString('base64') });
  };
  return {
    /** The same on every instance, however many start at once. */
    read: async (): Promise<Identity> => {
      const stored = (await meta.read(NAME)) ?? (await meta.claim(NAME, draw()));
      return storedSchema.parse(JSON.parse(stored));
    },
  };
};

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
  return {
    /** The same on every instance, however many start at once. */
    read: async (random?: (size: number) => Buffer): Promise<Identity> => {
      const { mark, key } = drawIdentity(random);
      const drawn = JSON.stringify({ mark, key: key.toString('base64') });
      const stored = (await meta.read(NAME)) ?? (await meta.claim(NAME, drawn));
      return storedSchema.parse(JSON.parse(stored));
    },
  };
};

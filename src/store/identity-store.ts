import { z } from 'zod';
import { drawIdentity, type Identity } from '../identity.ts';
import type { StoreDatabase } from './engine/database.ts';
import { createMetaStore } from './meta-store.ts';

export interface IdentityStore {
  /** The same on every instance, however many start at once. */
  read(): Promise<Identity>;
}

const NAME = 'identity';
const storedSchema = z.object({
  mark: z.string(),
  key: z.string().transform((text) => Buffer.from(text, 'base64')),
  hasOlderAddresses: z.boolean(),
});

export const createIdentityStore = (database: StoreDatabase): IdentityStore => {
  const meta = createMetaStore(database);
  const draw = async (): Promise<string> => {
    // The least of an index is found at once.
    const first = database.db.selectFrom('links').select(({ fn }) => fn.min('id').as('id'));
    const hasLinks = (await first.executeTakeFirstOrThrow()).id !== null;
    const { mark, key } = drawIdentity();
    return JSON.stringify({ mark, key: key.toString('base64'), hasOlderAddresses: hasLinks });
  };
  return {
    read: async () => {
      const stored = (await meta.read(NAME)) ?? (await meta.claim(NAME, await draw()));
      return storedSchema.parse(JSON.parse(stored));
    },
  };
};

import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';
import type { ShopContacts } from './new-link.ts';
import { settings } from './tables/settings.ts';

const contactsSchema = z.object({
  defaultEmail: z.string().nullish(),
  shopPhone: z.string().nullish(),
});

/** What identifies no customer. Call it in the transaction that depends on the value. */
export const readShopContacts = async (on: StoreDatabase['db'], teamId: string): Promise<ShopContacts> => {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  const { defaultEmail, shopPhone } = contactsSchema.parse(
    row === undefined ? {} : settings.read(row).chosen,
  );
  return { email: defaultEmail ?? null, phone: shopPhone ?? null };
};

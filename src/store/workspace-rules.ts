import { z } from 'zod';
import type { KeptAccount } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import type { ShopContacts } from './new-link.ts';
import { settings, WORKSPACE } from './tables/settings.ts';

const ownSchema = z.object({
  defaultEmail: z.string().nullish(),
  shopPhone: z.string().nullish(),
  approvalLimitFils: z.number().nullish(),
});

/** What a workspace has chosen, and the account that its new work belongs to; null: it has had none. */
export const readChosenAndAccount = async (
  on: StoreDatabase['db'],
  teamId: string,
): Promise<{ chosen: object; kept: KeptAccount | null }> => {
  const { rows } = await sql<{ chosen: string | null } & Record<'id' | 'host' | 'firstId', string | null>>`
    select chosen, account as id, host, first_account as first_id
    from (select cast(${teamId} as text) as team) as asked
    left join settings on settings.team_id = team and channel_id = ${WORKSPACE}
    left join accounts on accounts.team_id = team`.execute(on);
  const { chosen = null, id = null, host = null, firstId = null } = rows[0] ?? {};
  return {
    chosen: chosen === null ? {} : settings.read({ chosen }).chosen,
    kept: id === null || host === null || firstId === null ? null : { id, host, firstId },
  };
};

/** The same for who writes a link, in the transaction that writes it. */
export const readRules = async (on: StoreDatabase['db'], teamId: string) => {
  const { chosen, kept } = await readChosenAndAccount(on, teamId);
  const { defaultEmail = null, shopPhone = null, approvalLimitFils = null } = ownSchema.parse(chosen);
  const shop: ShopContacts = { email: defaultEmail, phone: shopPhone };
  /** `limitFils`: a second person approves links above it. */
  return { chosen, kept, shop, limitFils: approvalLimitFils };
};

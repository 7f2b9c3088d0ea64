import type { Transaction } from 'kysely';
import type { StoreDatabase } from './engine/store-database.ts';
import { lockName } from './lock-name.ts';
import type { LinkRow, Schema } from './schema.ts';

/** How much one customer's links may come to before a second person must agree. */
export interface CustomerLimit {
  limitFils: number;
  /** Older links than this do not count, in milliseconds since the epoch. */
  since: number;
}

/** Nothing was written: with this link the customer's links would come to more than the limit. */
export class AboveCustomerLimitError extends Error {
  override name = 'AboveCustomerLimitError';
  /** With this link. */
  readonly sumFils: number;

  constructor(sumFils: number) {
    super('the links of this customer come to more than the limit');
    this.sumFils = sumFils;
  }
}

type Customer = Pick<LinkRow, 'team_id' | 'email_key' | 'phone_key' | 'amount_fils'>;

/**
 * Throws `AboveCustomerLimitError` when this customer's links since then, whoever made them and whatever became of
 * them but those that failed, come with this one to more than the limit. Inside the transaction that writes the link:
 * of two at the same moment the second sees the first.
 */
export const keepCustomerLimit = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  link: Customer,
  { limitFils, since }: CustomerLimit,
): Promise<void> => {
  const keys = [
    ...(link.phone_key === null ? [] : [['phone_key', link.phone_key] as const]),
    // A shop's own e-mail, used for customers without one, has no key.
    ...(link.email_key === null ? [] : [['email_key', link.email_key] as const]),
  ];
  // The phone before the e-mail, so that nobody waits for one who waits for them.
  for (const [, key] of keys) await lockName(trx, database, `customer:${link.team_id}:${key}`);
  const sums = new Map<string, number>();
  for (const [column, key] of keys) {
    const found = await trx
      .selectFrom('links')
      .select(['id', 'amount_fils'])
      .where('team_id', '=', link.team_id)
      .where(column, '=', key)
      .where('created_at', '>=', since)
      .where('state', '!=', 'failed')
      .execute();
    for (const { id, amount_fils } of found) sums.set(id, amount_fils);
  }
  const sumFils = [...sums.values()].reduce((sum, fils) => sum + fils, link.amount_fils);
  if (sumFils > limitFils) throw new AboveCustomerLimitError(sumFils);
};

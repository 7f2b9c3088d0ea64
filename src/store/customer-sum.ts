import type { Transaction } from 'kysely';
import type { StoreDatabase } from './engine/store-database.ts';
import { NOT_GIVEN_UP } from './link-states.ts';
import { lockName } from './locks.ts';
import type { LinkRow, Schema } from './schema.ts';

/** The total one customer's links may reach before a second person must approve. */
export interface CustomerLimit {
  limitFils: number;
  /** Links older than this do not count, in milliseconds since the epoch. */
  since: number;
}

/** This link would take the customer's total above the limit. Nothing was written. */
export class AboveCustomerLimitError extends Error {
  override name = 'AboveCustomerLimitError';
  /** The total including this link. */
  readonly sumFils: number;

  constructor(sumFils: number) {
    super('the links of this customer come to more than the limit');
    this.sumFils = sumFils;
  }
}

type Customer = Pick<LinkRow, 'team_id' | 'email_key' | 'phone_key' | 'amount_fils'>;

/**
 * Throws `AboveCustomerLimitError` when this link takes the total of the customer's links since `since` above the
 * limit. Counts every creator's links in every state but `failed`. Call it inside the transaction that writes the
 * link: of two at the same moment, the second then sees the first.
 */
export const keepCustomerLimit = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  link: Customer,
  { limitFils, since }: CustomerLimit,
): Promise<void> => {
  const keys = [
    ...(link.phone_key === null ? [] : [['phone_key', link.phone_key] as const]),
    // The shop's own e-mail, used for customers without one, has no key.
    ...(link.email_key === null ? [] : [['email_key', link.email_key] as const]),
  ];
  // Always lock the phone before the e-mail, to prevent deadlocks.
  for (const [, key] of keys) await lockName(trx, database, `customer:${link.team_id}:${key}`);
  const sums = new Map<string, number>();
  for (const [column, key] of keys) {
    const found = await trx
      .selectFrom('links')
      .select(['id', 'amount_fils'])
      .where('team_id', '=', link.team_id)
      .where(column, '=', key)
      .where('created_at', '>=', since)
      .where('state', 'in', NOT_GIVEN_UP)
      .execute();
    for (const { id, amount_fils } of found) sums.set(id, amount_fils);
  }
  const sumFils = [...sums.values()].reduce((sum, fils) => sum + fils, link.amount_fils);
  if (sumFils > limitFils) throw new AboveCustomerLimitError(sumFils);
};

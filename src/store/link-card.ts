import type { Transaction } from 'kysely';
import { type CardRefusal, writeCardRefusal } from './card-refusal.ts';
import type { Card } from './link.ts';
import type { Schema } from './schema.ts';

/** What a job learned about the card of its link. */
export interface CardChange {
  /**
   * Where the link's card now is. Stored only if the link has no card yet or, with `insteadOf`, if its card still has
   * that `ts`. `refusal`: why the card is not where it should be.
   */
  card?: Card & { refusal?: CardRefusal | null; insteadOf?: string };
  /** We tried the channel again and Slack still would not take the card. */
  refusal?: CardRefusal;
}

/** Call it in the transaction that ends the job. */
export async function writeCard(
  trx: Transaction<Schema>,
  linkId: string,
  { card, refusal }: CardChange,
  at: number,
): Promise<void> {
  if (card) {
    await trx
      .updateTable('links')
      .set({
        card_channel_id: card.channelId,
        card_ts: card.ts,
        card_thread_ts: card.threadTs ?? null,
        card_refusal: writeCardRefusal(card.refusal ?? null),
        updated_at: at,
      })
      .where('id', '=', linkId)
      .where('card_ts', 'is not distinct from', card.insteadOf ?? null)
      .execute();
  }
  if (refusal) {
    await trx
      .updateTable('links')
      .set({ card_refusal: writeCardRefusal(refusal), updated_at: at })
      .where('id', '=', linkId)
      .where('card_refusal', 'is not', null)
      .execute();
  }
}

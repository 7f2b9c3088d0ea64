import type { Transaction } from 'kysely';
import { type CardRefusal, writeCardRefusal } from './card-refusal.ts';
import { sql } from './engine/kysely.ts';
import type { Card } from './link.ts';
import type { Schema } from './schema.ts';

/** What a job learned about the card of its link. */
export interface CardChange {
  /**
   * Where the link's card now is. Stored only if the link has no card yet or, with `insteadOf`, if its card still has
   * that `ts`. `refusal`: why the card is not where it should be.
   */
  card?: Card & { refusal?: CardRefusal | null; insteadOf?: string };
  /** Where the message with the QR picture is. Stored only while the card is still in `ofCard`. */
  qrMessage?: { channelId: string; ts: string; ofCard: string };
  /** We tried the channel again and Slack still would not take the card. */
  refusal?: CardRefusal;
}

/** Call it in the transaction that ends the job. */
export async function writeCard(
  trx: Transaction<Schema>,
  linkId: string,
  { card, qrMessage, refusal }: CardChange,
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
        // A picture in the thread of the card before is not in the thread of this one.
        qr_state: sql`case when qr_ts is not null and qr_state = 'taken' then 'fresh' else qr_state end`,
        qr_channel_id: null,
        qr_ts: null,
        updated_at: at,
      })
      .where('id', '=', linkId)
      .where('card_ts', 'is not distinct from', card.insteadOf ?? null)
      .execute();
  }
  if (qrMessage) {
    await trx
      .updateTable('links')
      .set({ qr_channel_id: qrMessage.channelId, qr_ts: qrMessage.ts, updated_at: at })
      .where('id', '=', linkId)
      .where('card_ts', '=', qrMessage.ofCard)
      .where('qr_ts', 'is', null)
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

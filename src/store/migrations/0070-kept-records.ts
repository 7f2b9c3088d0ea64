import { createHash } from 'node:crypto';
import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/database.ts';
import { statements } from './statements.ts';

/** What the service said is kept by record; until now only what followed from it was. */
export const KEPT_RECORDS: Record<string, Migration> = {
  '0070-kept-records': {
    up: async (db: Kysely<unknown>) => {
      await statements(`
        create table kept_records (
          link_id text not null,
          record_key text not null,
          kind text not null,
          via text not null,
          record text not null,
          began text,
          first_seen_at bigint not null,
          last_seen_at bigint not null,
          primary key (link_id, record_key)
        );
        create table first_words (
          team_id text not null,
          link_id text not null,
          name text not null,
          word text not null,
          primary key (team_id, link_id, name, word)
        );
        alter table links drop column answer;
      `).up(db);
      await keepPayments(db);
    },
  },
};

interface Paid {
  id: string;
  invoice_id: string;
  order_id: string | null;
  payment: string;
}

interface Payment {
  finding: string;
  seenIn: string;
  noticedAt: number;
  happenedAt: number | null;
  word: string | null;
  amountFils: number | null;
  refundedFils?: number | null;
  refund?: { happenedAt: number | null };
  currency: string | null;
  transactionId: string | null;
}

const LINKS_AT_ONCE = 500;

/** For each link that money came for, the record that its payment was read from, so that a weaker reading takes nothing back. */
async function keepPayments(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Paid>`
      select id, invoice_id, order_id, payment from links
      where payment is not null and id > ${after} order by id limit ${sql.lit(LINKS_AT_ONCE)}
    `.execute(db);
    for (const link of rows) {
      const payment = JSON.parse(link.payment) as Payment;
      const record = buildRecord(link, payment);
      if (record === null) continue;
      const [kind, via] = [payment.seenIn, 'listing'];
      const key = createHash('sha256')
        .update(JSON.stringify([kind, via, record]))
        .digest('base64url');
      await sql`
        insert into kept_records (link_id, record_key, kind, via, record, first_seen_at, last_seen_at) values
          (${link.id}, ${key}, ${kind}, ${via}, ${JSON.stringify(record)}, ${payment.noticedAt}, ${payment.noticedAt})
      `.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < LINKS_AT_ONCE) return;
    after = last.id;
  }
}

const WORDS: Record<string, string> = {
  confirmed: 'PAID',
  partly: 'PAID',
  mismatch: 'PAID',
  refunded: 'REFUNDED',
};

/**
 * Null: no money came, or nobody can tell which of several records a later reading shows again, and the same money would be
 * counted twice.
 */
function buildRecord({ invoice_id, order_id }: Paid, payment: Payment): { fields: object } | null {
  const { finding, seenIn, transactionId, currency, word, amountFils, refundedFils, refund } = payment;
  const isOfLink = seenIn === 'link';
  const isOne = seenIn === 'transaction' && transactionId !== null && /^[^,]{1,79}$/.test(transactionId);
  const status = WORDS[finding];
  if (status === undefined || !(isOfLink || isOne)) return null;
  const dirhams = (fils: number | null | undefined) => (fils ? (fils / 100).toFixed(2) : undefined);
  const time = (at: number | null | undefined) => (at == null ? undefined : new Date(at).toISOString());
  const isOfSomeSize = finding === 'refunded' && !refundedFils;
  // A link's own record may show more than came.
  const amountName = isOfLink && finding !== 'confirmed' ? 'paidAmount' : 'amount';
  return {
    fields: {
      Invoice_Id: invoice_id,
      [amountName]: dirhams(amountFils),
      currency: currency ?? undefined,
      orderId: order_id ?? undefined,
      paidAt: time(payment.happenedAt),
      refundedAmount: dirhams(refundedFils),
      refundedAt: time(refund?.happenedAt),
      status: isOfSomeSize ? 'PARTIALLY_REFUNDED' : word !== null && /^[\w -]+$/.test(word) ? word : status,
      transactionId: isOne ? transactionId : undefined,
    },
  };
}

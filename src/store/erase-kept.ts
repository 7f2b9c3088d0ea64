import type { Transaction } from 'kysely';
import { type Leaf, mayNameLink, reduceRecord, wordKey, YES_OR_NO } from '../payment-service/index.ts';
import { TABLE } from '../payment-service/record-words.ts';
import { type CustomerWords, namesCustomer } from './customer-words.ts';
import { writeKeptRecords } from './kept-record-store.ts';
import type { Schema } from './schema.ts';
import { keptRecords } from './tables/links.ts';

interface ErasedLink {
  id: string;
  teamId: string;
  words: CustomerWords;
  /** Its reference and order id, which stay with it. */
  own: readonly (string | null)[];
}

/** It may be a name or a note: no table knows it, and no admin has explained it. */
const mayTell = (
  { sort, heard, name, value }: Leaf,
  { own, words }: Pick<ErasedLink, 'own' | 'words'>,
  explained: ReadonlySet<string>,
): boolean => {
  const text = String(value).trim();
  if (sort === 'time' || !/\p{L}/u.test(text) || YES_OR_NO.test(text) || own.includes(text)) return false;
  if (/id$|^(reference|number|bank-reference)$/.test(sort)) return namesCustomer(text, words);
  const isKnown = TABLE.state(text) !== null || TABLE.kind(text) !== null || TABLE.currency(text) !== null;
  return (
    (heard !== null || /^(state|kind)$/.test(sort)) && !isKnown && !explained.has(`${name}\n${wordKey(text)}`)
  );
};

/** What the service's records say of a link, without its customer. Call it in the transaction that erases the link's own data. */
export async function eraseKept(trx: Transaction<Schema>, link: ErasedLink): Promise<void> {
  const rows = await trx.selectFrom('keptRecords').selectAll().where('linkId', '=', link.id).execute();
  if (rows.length === 0) return;
  const taught = await trx
    .selectFrom('taughtWords')
    .select(['name', 'key'])
    .where('teamId', '=', link.teamId)
    .where('says', 'is not', null)
    .execute();
  const explained = new Set(taught.map(({ name, key }) => `${name}\n${key}`));
  const changed = rows.map(keptRecords.read).flatMap(({ linkId: _, recordKey: __, ...one }) => {
    const isOurs = (leaf: Leaf) => link.own.includes(String(leaf.value).trim()) && mayNameLink(leaf);
    const record = reduceRecord(one.record, (leaf) =>
      isOurs(leaf) ? 'ours' : mayTell(leaf, link, explained) ? 'within' : null,
    );
    const isSame = JSON.stringify(record) === JSON.stringify(one.record);
    return isSame ? [] : [{ gone: one, put: { ...one, record } }];
  });
  await writeKeptRecords(trx, link.id, {
    gone: changed.map(({ gone }) => gone),
    put: changed.map(({ put }) => put),
  });
}

/** Words of the payment service that name a customer: one of them that returns is asked about again. */
export async function forgetWords(
  trx: Transaction<Schema>,
  teamId: string,
  words: CustomerWords,
): Promise<void> {
  const rows = await trx
    .selectFrom('taughtWords')
    .select(['name', 'key', 'word', 'path'])
    .where('teamId', '=', teamId)
    .execute();
  for (const { name, key, word, path } of rows)
    if (namesCustomer(word, words) || namesCustomer(path, words))
      await trx
        .deleteFrom('taughtWords')
        .where('teamId', '=', teamId)
        .where('name', '=', name)
        .where('key', '=', key)
        .execute();
}

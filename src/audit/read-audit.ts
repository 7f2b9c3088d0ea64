import type { Message } from '../blocks/message.ts';
import { describeSpan } from '../reports/date-span.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { AUDIT_PAGE_SIZE, buildAuditList } from './audit-list-view.ts';
import type { AuditListenerDependencies } from './audit-listener-dependencies.ts';
import { type AuditPointer, buildAuditFilter, writeAuditPointer } from './audit-pointer.ts';

/** A page of the trail. Also adds an entry for the person who read it. */
export const readAudit = async (
  { teamId, userId }: { teamId: string; userId: string },
  { question, from }: AuditPointer,
  dependencies: Pick<AuditListenerDependencies, 'audit' | 'store' | 'timeZone'>,
): Promise<Message> => {
  const { audit, timeZone } = dependencies;
  const filter = buildAuditFilter(teamId, question);
  const { entries, older, newer } = await audit.search({ filter, size: AUDIT_PAGE_SIZE, from });
  await audit.write({
    teamId,
    actorId: userId,
    action: 'audit-read',
    // The word is left out: it is free text, and may be a customer's name.
    detail: {
      entries: entries.length,
      of: question.actorId,
      ...(question.word === null ? {} : { isNarrowed: true }),
    },
  });
  const point = (to: 'older' | 'newer', cursor: typeof older) =>
    cursor && writeAuditPointer({ question, from: { to, cursor } });
  return buildAuditList({
    entries,
    references: await findReferences(teamId, entries, dependencies),
    asked: {
      dates: question.span && describeSpan(question.span, timeZone),
      actorId: question.actorId,
      word: question.word,
    },
    pointers: {
      newer: point('newer', newer),
      older: point('older', older),
      all: writeAuditPointer({ question, from: null }),
    },
    timeZone,
  });
};

/** People know a link by its reference. */
async function findReferences(
  teamId: string,
  entries: readonly AuditEntry[],
  { store }: Pick<AuditListenerDependencies, 'store'>,
): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ subject }) => (subject?.startsWith('lnk_') ? [subject] : [])));
  const links = await Promise.all([...ids].map((id) => store.links.find(teamId, id)));
  return new Map(links.flatMap((link) => (link ? [[link.id, link.invoiceId] as const] : [])));
}

import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { describeSpan } from '../calendar/date-span.ts';
import { findDays } from '../calendar/find-days.ts';
import { askForFile } from '../exports/ask-for-file.ts';
import { buildFileStarted } from '../exports/file-messages-view.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import { readTyped } from '../slack/typed-text.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { AuditExportPayload } from './audit-file.ts';
import {
  type AuditPointer,
  type AuditQuestion,
  buildAuditFilter,
  LONGEST_AUDIT_WORD,
  writeAuditPointer,
} from './audit-pointer.ts';
import { AUDIT_PAGE_SIZE, buildAuditList } from './audit-view.ts';

const PERSON = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/;

/** Reads the words after `/paylink audit`, as Slack sends them: `last week <@U1|omar> export`. */
export const readAuditWords = (
  text: string,
  at: { now: number; timeZone: string },
): Omit<AuditQuestion, 'subject'> => {
  const actorId = PERSON.exec(text)?.[1] ?? null;
  const words = readTyped(text.replace(PERSON, ' ')).trim().split(/\s+/).filter(Boolean);
  const days = findDays(words, at);
  if (days) words.splice(days.start, days.end - days.start);
  const word = words.join(' ').slice(0, LONGEST_AUDIT_WORD);
  return { span: days?.span ?? null, actorId, word: word === '' ? null : word };
};

/** `/paylink audit [dates] [@person] [word]`. */
export const handleAuditCommand =
  ({ command, asker, tell }: Typed, request: Request) =>
  async (): Promise<unknown> => {
    const { store, clock, timeZone } = request;
    // The words as Slack sends them, because they carry the person's id.
    const typed = (command.text ?? '').trim().replace(/^\S+/, '');
    const read = readAuditWords(typed, { now: clock.now(), timeZone });
    // People know a link by its reference; the trail knows it by its id.
    const link = read.word === null ? null : await store.links.findByInvoiceId(asker.teamId, read.word);
    const question = { ...read, subject: link?.id ?? null };
    return tell(await readAudit(asker, { question, from: null }, request));
  };

type AuditPress = Pressed & { about: AuditPointer };

/** Shows another page of the trail in place of the current one. */
export const handleAuditPage = async (
  { about: pointer, place, args }: AuditPress,
  request: Request,
): Promise<void> => {
  const page = await readAudit(place, pointer, request);
  await args.respond({ response_type: 'ephemeral', replace_original: true, ...page });
};

/** Sends every entry that the search finds as a file, in a direct message. */
export const handleAuditExport = async (
  { about: { question }, place, tell }: AuditPress,
  request: Request,
): Promise<void> => {
  const { audit, clock } = request;
  const { teamId, userId } = place;
  // Recorded first, so that nobody has a file without an entry in the audit trail.
  await audit.write({
    teamId,
    actorId: userId,
    action: 'audit-exported',
    detail: { of: question.actorId, ...(question.word === null ? {} : { isNarrowed: true }) },
  });
  const payload: AuditExportPayload = { userId, question, askedAt: clock.now() };
  const isNew = await askForFile({ teamId, kind: 'audit-export', same: place.value ?? '', payload }, request);
  await tell(buildFileStarted(null, isNew));
};

/** A page of the trail. Reading it adds an entry of its own. */
const readAudit = async (
  { teamId, userId }: { teamId: string; userId: string },
  { question, from }: AuditPointer,
  request: Request,
): Promise<Message> => {
  const { audit, timeZone } = request;
  const filter = buildAuditFilter(teamId, question);
  const { entries, older, newer } = await audit.search({ filter, size: AUDIT_PAGE_SIZE, from });
  await audit.write({
    teamId,
    actorId: userId,
    action: 'audit-read',
    // Without the word: it is free text, and may be a customer's name.
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
    references: await findReferences(teamId, entries, request),
    query: {
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

/** The references of links by their ids: people know a link by its reference. */
async function findReferences(
  teamId: string,
  entries: readonly AuditEntry[],
  { store }: Request,
): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ subject }) => (subject?.startsWith('lnk_') ? [subject] : [])));
  const links = await Promise.all([...ids].map((id) => store.links.find(teamId, id)));
  return new Map(links.flatMap((link) => (link ? [[link.id, link.invoiceId] as const] : [])));
}

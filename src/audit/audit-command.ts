import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { describeSpan } from '../calendar/date-span.ts';
import { readDateSpan } from '../calendar/date-words.ts';
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
/** `from Sat 21 Nov 2026 9:00 to Sun 22 Nov 2026 10:00` has eleven words, and dashes may count as words too. */
const MOST_DATE_WORDS = 16;

/**
 * Reads the words after `/paylink audit`, as Slack sends them: `last week <@U1|omar> export`. Dates may come before or
 * after the word; without dates, the search covers the whole trail.
 */
export const readAuditWords = (
  text: string,
  at: { now: number; timeZone: string },
): Omit<AuditQuestion, 'subject'> => {
  const actorId = PERSON.exec(text)?.[1] ?? null;
  const words = readTyped(text.replace(PERSON, ' ')).trim().split(/\s+/).filter(Boolean);
  // The longest run of words that names dates wins: the `Oct` of `1-15 Oct` is not a word to search for.
  for (let length = Math.min(words.length, MOST_DATE_WORDS); length > 0; length -= 1) {
    for (const start of [0, words.length - length]) {
      const span = readDateSpan(words.slice(start, start + length).join(' '), at);
      if (span) return { span, actorId, word: join(words.toSpliced(start, length)) };
    }
  }
  return { span: null, actorId, word: join(words) };
};

function join(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(' ').slice(0, LONGEST_AUDIT_WORD);
}

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

import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { pointer } from '../blocks/pointer.ts';
import { dayOf, describeSpan } from '../calendar/date-span.ts';
import { findDays } from '../calendar/find-days.ts';
import { defineFile } from '../exports/file-job.ts';
import { orderFile } from '../exports/order-file.ts';
import { writeCsv } from '../exports/write-file.ts';
import { press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { carried } from '../slack/admit.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import type { Asker } from '../slack/rows.ts';
import { readTyped } from '../slack/typed-text.ts';
import type { AuditCursor, AuditEntry, AuditFilter } from '../store/audit-store.ts';
import { buildSheet, type Column, textColumn, timeColumn } from '../tables/table.ts';
import {
  AUDIT_EXPORT_ACTION,
  AUDIT_NEWER_ACTION,
  AUDIT_OLDER_ACTION,
  AUDIT_PAGE_SIZE,
  buildAuditExportDone,
  buildAuditList,
  describeAction,
  describeAuditDetail,
} from './audit-view.ts';

/** With the rest, far below the 2000 characters that a button can carry. */
const LONGEST_WORD = 80;

/** What to look for, in the presser's workspace. */
const questionSchema = z.object({
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
  actorId: z.string().nullable(),
  word: z.string().max(LONGEST_WORD).nullable(),
  /** The id of the link that has the word as its reference; null: none has. */
  subject: z.string().nullable(),
});
type Question = z.infer<typeof questionSchema>;

const pageSchema = z.object({
  question: questionSchema,
  /** Null: the newest. */
  from: z
    .object({
      to: z.enum(['older', 'newer']),
      cursor: z.object({ at: z.number(), id: z.string() }),
    })
    .nullable(),
});
type Page = z.infer<typeof pageSchema>;
export const AUDIT_PAGE = pointer(pageSchema);

const PERSON = /<@([UW][A-Z0-9]{2,20})(?:\|[^<>]*)?>/;

/** Reads the words after `/paylink audit`, as Slack sends them: `last week <@U1|omar> export`. */
export const readAuditWords = (
  text: string,
  at: { now: number; timeZone: string },
): Omit<Question, 'subject'> => {
  const actorId = PERSON.exec(text)?.[1] ?? null;
  const words = readTyped(text.replace(PERSON, ' ')).trim().split(/\s+/).filter(Boolean);
  const days = findDays(words, at);
  if (days) words.splice(days.start, days.end - days.start);
  const word = words.join(' ').slice(0, LONGEST_WORD);
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

type AuditPress = Pressed & { about: Page };

/** Another page of the trail in place of the current one. */
const showPage = async ({ about, place, args }: AuditPress, request: Request): Promise<void> => {
  const page = await readAudit(place, about, request);
  await args.respond({ response_type: 'ephemeral', replace_original: true, ...page });
};

const isNarrowed = ({ word }: Question) => (word === null ? {} : { isNarrowed: true });

/** Every entry that the search finds as a file, in a direct message. */
const exportTrail = async (
  { about: { question }, place, tell }: AuditPress,
  request: Request,
): Promise<void> => {
  const { teamId, userId } = place;
  const payload: z.infer<typeof fileSchema> = { userId, question, askedAt: request.clock.now() };
  const detail = { of: question.actorId, ...isNarrowed(question) };
  const entry = { teamId, actorId: userId, action: 'audit-exported', detail } as const;
  const same = AUDIT_PAGE.write({ question, from: null });
  await tell(await orderFile({ teamId, what: 'audit', same, payload, entry }, request));
};

const filterOf = (teamId: string, question: Question): AuditFilter => ({
  teamId,
  ...question,
  word: question.subject === null ? question.word : null,
});

/** A page of the trail. Reading it adds an entry of its own. */
const readAudit = async (
  { teamId, userId }: Asker,
  { question, from }: Page,
  request: Request,
): Promise<Message> => {
  const { audit, timeZone } = request;
  const filter = filterOf(teamId, question);
  const { entries, older, newer } = await audit.search({ filter, size: AUDIT_PAGE_SIZE, from });
  await audit.write({
    teamId,
    actorId: userId,
    action: 'audit-read',
    // Without the word: it is free text, and may be a customer's name.
    detail: { entries: entries.length, of: question.actorId, ...isNarrowed(question) },
  });
  const point = (to: 'older' | 'newer', cursor: AuditCursor | null) =>
    cursor && AUDIT_PAGE.write({ question, from: { to, cursor } });
  return buildAuditList({
    entries,
    references: await findReferences(teamId, entries, request),
    query: { ...question, dates: question.span && describeSpan(question.span, timeZone) },
    pointers: {
      newer: point('newer', newer),
      older: point('older', older),
      all: AUDIT_PAGE.write({ question, from: null }),
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

const fileSchema = z.object({
  /** Gets the file. */
  userId: z.string(),
  question: questionSchema,
  /** The file has no later entries, however late it is written. */
  askedAt: z.number(),
});

/** Entries in the file. */
const countSchema = z.number();

const COLUMNS: readonly Column<AuditEntry>[] = [
  timeColumn('Time', ({ at }) => at),
  textColumn('Who (Slack id)', ({ actorId }) => actorId),
  textColumn('Action', ({ action }) => action),
  textColumn('What', describeAction),
  textColumn('Subject', ({ subject }) => subject),
  textColumn('Detail', describeAuditDetail),
  textColumn('Entry', ({ id }) => id),
];

/** What a search of the trail finds. */
export const AUDIT_FILE = defineFile(
  fileSchema,
  countSchema,
  ({ teamId, payload: { userId, question, askedAt } }, { audit, timeZone }) => {
    const { from = 0, to = askedAt } = question.span ?? {};
    const span = { from, to: Math.min(to, askedAt) };
    const [first, last] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
    const name = `audit-trail-${question.span === null || first === last ? '' : `${first}-to-`}${last}.csv`;
    return {
      ...{ userId, name, format: 'csv', title: 'Audit trail', needs: 'read-audit' },
      make: async (path, { signal }) => {
        let rows = 0;
        async function* batches(): AsyncGenerator<AuditEntry[]> {
          for await (const batch of audit.all(filterOf(teamId, { ...question, span }))) {
            rows += batch.length;
            yield batch;
          }
        }
        const sheet = buildSheet('Audit trail', COLUMNS, { batches: batches() });
        const bytes = await writeCsv(sheet, { path, timeZone, signal });
        return { bytes: rows === 0 ? 0 : bytes, rows, made: rows };
      },
      done: (made) => buildAuditExportDone(made, name),
    };
  },
);

const ofTrail = (name: string) =>
  ({ name, needs: 'read-audit', about: carried('page of the audit trail', AUDIT_PAGE) }) as const;
const auditPage = press(ofTrail('audit page'), showPage);

export const AUDIT = {
  actions: {
    [AUDIT_NEWER_ACTION]: auditPage,
    [AUDIT_OLDER_ACTION]: auditPage,
    [AUDIT_EXPORT_ACTION]: press(ofTrail('audit_export'), exportTrail),
  },
} satisfies Room;

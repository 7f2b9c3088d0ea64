import type { RespondArguments, SlashCommand } from '@slack/bolt';
import { readDateWords } from '../reports/date-words.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { undoEscapes } from '../slack/typed-text.ts';
import { permit } from '../workspaces/roles.ts';
import type { AuditListenerDependencies } from './audit-listener-dependencies.ts';
import { type AuditQuestion, LONGEST_AUDIT_WORD } from './audit-pointer.ts';
import { readAudit } from './read-audit.ts';

const PERSON = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/;
/** `from Sat 21 Nov 2026 9:00 to Sun 22 Nov 2026 10:00` has eleven words, and dashes may count as words too. */
const MOST_DATE_WORDS = 16;

/**
 * Reads what a person typed after `/paylink audit`, as Slack wrote it: `last week <@U1|omar> export`. Days
 * may come before or after the word; without days, the search covers the whole trail.
 */
export const readAuditWords = (
  text: string,
  at: { now: number; timeZone: string },
): Omit<AuditQuestion, 'subject'> => {
  const actorId = PERSON.exec(text)?.[1] ?? null;
  const words = undoEscapes(text.replace(PERSON, ' ')).trim().split(/\s+/).filter(Boolean);
  // The longest run of words that names days wins: in `1-15 Oct`, `Oct` is part of the date and not
  // a word to search for.
  for (let length = Math.min(words.length, MOST_DATE_WORDS); length > 0; length -= 1) {
    for (const start of [0, words.length - length]) {
      const { span } = readDateWords(words.slice(start, start + length).join(' '), at);
      if (span) return { span, actorId, word: join(words.toSpliced(start, length)) };
    }
  }
  return { span: null, actorId, word: join(words) };
};

function join(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(' ').slice(0, LONGEST_AUDIT_WORD);
}

interface AuditArgs {
  command: Pick<SlashCommand, 'team_id' | 'user_id' | 'text'>;
  respond: (message: RespondArguments) => Promise<unknown>;
}

/** `/paylink audit [days] [@person] [word]`. Call it after the ack, under `guard`. */
export const handleAuditCommand = async (
  { command, respond }: AuditArgs,
  dependencies: AuditListenerDependencies,
): Promise<void> => {
  const { store, clock, timeZone } = dependencies;
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  const tell = (text: string) => respond({ response_type: 'ephemeral', text });
  if (!(await permit(asker, 'read-audit', dependencies, tell))) return;
  // The words as Slack wrote them, because they carry the person's id.
  const typed = (command.text ?? '').trim().replace(/^\S+/, '');
  const read = readAuditWords(typed, { now: clock.now(), timeZone });
  // People know a link by its reference; the trail knows it by its id.
  const link = read.word === null ? null : await store.links.findByInvoiceId(asker.teamId, read.word);
  const question = { ...read, subject: link?.id ?? null };
  const page = await readAudit(asker, { question, from: null }, dependencies);
  await respond({ response_type: 'ephemeral', ...page });
};

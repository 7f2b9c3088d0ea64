import type { RespondArguments, SlashCommand } from '@slack/bolt';
import type { ListenerDependencies } from '../deps.ts';
import { permit } from '../permit.ts';
import { readAudit } from '../read-audit.ts';
import { readTeamId } from '../read-origin.ts';
import { readAuditWords } from './audit-words.ts';

interface AuditArgs {
  command: Pick<SlashCommand, 'team_id' | 'user_id' | 'text'>;
  respond: (message: RespondArguments) => Promise<unknown>;
}

/** `/paylink audit [days] [@person] [word]`. To be called after the ack, under `guard`. */
export const handleAuditCommand = async (
  { command, respond }: AuditArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { store, clock, timeZone } = dependencies;
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  const tell = (text: string) => respond({ response_type: 'ephemeral', text });
  if (!(await permit(asker, 'read-audit', dependencies, tell))) return;
  // The words as Slack wrote them, for the person's id.
  const typed = (command.text ?? '').trim().replace(/^\S+/, '');
  const read = readAuditWords(typed, { now: clock.now(), timeZone });
  // People know a link by its reference, the trail by its id.
  const link = read.word === null ? null : await store.links.findByInvoiceId(asker.teamId, read.word);
  const question = { ...read, subject: link?.id ?? null };
  const page = await readAudit(asker, { question, from: null }, dependencies);
  await respond({ response_type: 'ephemeral', ...page });
};

import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { AuditListenerDependencies } from '../audit/audit-command.ts';
import type { BatchDependencies } from '../batches/open-batch-form.ts';
import { isAmongPeople } from '../blocks/place.ts';
import type { ExportDependencies } from '../exports/start-export.ts';
import { openLinkForm, readTypedText } from '../links/form/open-link-form.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { PayoutDependencies } from '../payouts/payout-presses.ts';
import type { ReportKind } from '../reports/report-row.ts';
import type { SearchDependencies } from '../search/search-command.ts';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readTyped, refuseLongText } from '../slack/typed-text.ts';
import type { TeamDependencies } from '../team/team-command.ts';
import { permit } from '../workspaces/members.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import {
  type CommandWord,
  isLikelyMeant,
  isNotOffered,
  isSlip,
  nearestWord,
  parseCommandWord,
} from './command-words.ts';
import { buildDidYouMean, buildHelp, buildNotOffered } from './help-view.ts';

/** What `/paylink` uses: everything that the commands below use. */
export type CommandDependencies = LinkDependencies &
  PayoutDependencies &
  BatchDependencies &
  ExportDependencies &
  AuditListenerDependencies &
  SearchDependencies &
  TeamDependencies &
  WorkspaceDependencies & {
    /** Without callbacks: the longest a payment can go unnoticed, in milliseconds. Null: the service sends callbacks. */
    noticedWithinMs: number | null;
  };

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

interface Typed extends Pick<CommandArgs, 'command' | 'client' | 'respond'> {
  /** All that was typed after `/paylink`. */
  text: string;
  /** What was typed after the first word. */
  words: string;
  asker: { teamId: string; userId: string };
  tell: (text: string) => Promise<void>;
}

type Run = (typed: Typed, dependencies: CommandDependencies) => Promise<void>;

const openForm = (text: string, { command, client, asker, tell }: Typed, dependencies: CommandDependencies) =>
  openLinkForm(
    client,
    dependencies,
    {
      ...asker,
      place: { triggerId: command.trigger_id, view: null },
      channelId: command.channel_id,
      isAmongPeople: isTypedAmongPeople(command),
      text,
    },
    tell,
  );

const runReport =
  (kind: ReportKind): Run =>
  async (typed, dependencies) =>
    (await import('../reports/report-command.ts')).handleReport({ ...typed, kind }, dependencies);

const runSearch =
  (isMine: boolean): Run =>
  async (typed, dependencies) =>
    (await import('../search/search-command.ts')).handleSearchCommand(typed, { isMine }, dependencies);

/** Other rooms are loaded on first use: most commands create links. */
const COMMANDS: Record<CommandWord, Run> = {
  // Keeps the line breaks, which say where the parts of a longer text end.
  new: (typed, dependencies) => openForm(typed.text.replace(/^\S+/, '').trim(), typed, dependencies),
  help: async ({ asker: { teamId, userId }, respond }, { members, noticedWithinMs }) => {
    const permissions = await members.permissionsOf(teamId, userId);
    await respond({ response_type: 'ephemeral', ...buildHelp({ permissions, noticedWithinMs }) });
  },
  find: runSearch(false),
  mine: runSearch(true),
  batch: async ({ command, client, asker, tell }, dependencies) => {
    const { openBatchForm } = await import('../batches/open-batch-form.ts');
    const place = { triggerId: command.trigger_id, view: null };
    const read = async () => ({ channelId: isTypedAmongPeople(command) ? null : command.channel_id });
    return openBatchForm(client, dependencies, { ...asker, place, read }, tell);
  },
  report: async (typed, dependencies) =>
    (await import('../reports/report-command.ts')).openFormOfWords(typed, dependencies),
  transactions: runReport('transactions'),
  payouts: async (typed, dependencies) => {
    if (typed.words.toLowerCase() !== 'due') return runReport('payouts')(typed, dependencies);
    const { openDue } = await import('../payouts/payout-presses.ts');
    const place = { triggerId: typed.command.trigger_id, view: null };
    const { asker, client, tell } = typed;
    return openDue({ ...asker, client, place, isInPlace: false, tell }, null, dependencies);
  },
  links: runReport('links'),
  team: async (typed, dependencies) =>
    (await import('../team/team-command.ts')).handleTeamCommand(typed, dependencies),
  exports: async (typed, dependencies) =>
    (await import('../exports/schedule-presses.ts')).handleExportsCommand(typed, dependencies),
  business: async ({ command, asker, tell }, dependencies) => {
    if (!(await permit(asker, 'read-reports', dependencies, tell))) return;
    return (await import('../reports/business-command.ts')).handleBusiness(command, dependencies);
  },
  reconcile: async (typed, dependencies) =>
    (await import('../reconciliation/reconcile-command.ts')).handleReconcile(typed, dependencies),
  daily: async (typed, dependencies) => {
    if (!(await permit(typed.asker, 'switch-daily-close', dependencies, typed.tell))) return;
    const { handleDailyCommand } = await import('../daily-close/daily-command.ts');
    return handleDailyCommand(typed, dependencies, typed.words);
  },
  weekly: async (typed, dependencies) => {
    if (!(await permit(typed.asker, 'switch-daily-close', dependencies, typed.tell))) return;
    const { handleWeeklyCommand } = await import('../daily-close/weekly-command.ts');
    return handleWeeklyCommand(typed, dependencies, typed.words);
  },
  settings: async ({ command, client, asker, tell }, dependencies) => {
    const { openSettings } = await import('../workspaces/settings/open-settings.ts');
    const channelId = isTypedAmongPeople(command) ? null : command.channel_id;
    const opening = { ...asker, triggerId: command.trigger_id, channelId };
    return openSettings(client, dependencies, opening, tell);
  },
  audit: async (typed, dependencies) =>
    (await import('../audit/audit-command.ts')).handleAuditCommand(typed, dependencies),
};

/** With words after them, these were probably meant for something else. */
const TAKE_NO_WORDS: readonly CommandWord[] = ['batch', 'business', 'exports', 'settings'];

/** `/paylink`: the command that its first word names; otherwise the form, filled in from the whole text. */
export const handlePaylinkCommand = async (
  { command, ack, client, respond }: CommandArgs,
  dependencies: CommandDependencies,
): Promise<void> => {
  await ack();
  const tooLong = refuseLongText(command.text);
  const tell = createReply({ respond, userId: command.user_id }, dependencies);
  const run = async (): Promise<void> => {
    if (tooLong !== null) return tell(tooLong);
    const text = readTyped(command.text ?? '').trim();
    const [first = '', ...others] = text.split(/\s+/);
    const word = first.toLowerCase();
    const words = others.join(' ');
    const asker = { teamId: readTeamId(command), userId: command.user_id };
    const typed: Typed = { command, client, respond, text, words, asker, tell };
    const known = parseCommandWord(word);
    if (known !== null && (words === '' || !TAKE_NO_WORDS.includes(known)))
      return COMMANDS[known](typed, dependencies);
    const isNear = isNearCommand(text, word);
    const nearest = isNear ? nearestWord(word) : null;
    const answer =
      isNear && isNotOffered(word)
        ? buildNotOffered()
        : nearest && buildDidYouMean({ typed: text, nearest, rest: nearest === word ? '' : words });
    if (answer === null) return openForm(text, typed, dependencies);
    await respond({ response_type: 'ephemeral', ...answer });
  };
  await guard(dependencies, 'command /paylink', run, tell);
};

/**
 * `transactoins 1-15 Oct` contains a number too, and a typo must not become a payment link. Short commands are near many
 * names, so those count only where nothing else is typed.
 */
function isNearCommand(text: string, first: string): boolean {
  if (!isLikelyMeant(first)) return text.toLowerCase() === first && isSlip(first);
  const { words } = readTypedText(text);
  const isLink = first === 'link' && words.invoiceAmount !== undefined;
  return words.Email === undefined && words.Phone === undefined && !isLink;
}

const isTypedAmongPeople = ({ channel_id: id, channel_name: name }: CommandArgs['command']): boolean =>
  isAmongPeople({ id, name });

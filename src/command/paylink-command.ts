import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { Request } from '../app-parts.ts';
import { isAmongPeople } from '../blocks/place.ts';
import { findNoticingMs } from '../config/config.ts';
import { openLinkForm, readTypedText } from '../links/form/open-link-form.ts';
import type { ReportKind } from '../reports/report-row.ts';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readTyped, refuseLongText } from '../slack/typed-text.ts';
import { permit } from '../workspaces/members.ts';
import {
  type CommandWord,
  isLikelyMeant,
  isNotOffered,
  isSlip,
  nearestWord,
  parseCommandWord,
} from './command-words.ts';
import { buildDidYouMean, buildHelp, buildNotOffered } from './help-view.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

interface Typed extends Pick<CommandArgs, 'command' | 'client' | 'respond'> {
  /** All that was typed after `/paylink`. */
  text: string;
  /** What was typed after the first word. */
  words: string;
  asker: { teamId: string; userId: string };
  tell: (text: string) => Promise<void>;
}

type Run = (typed: Typed, request: Request) => Promise<void>;

const openForm = (text: string, { command, client, asker, tell }: Typed, request: Request) =>
  openLinkForm(
    client,
    request,
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
  async (typed, request) =>
    (await import('../reports/report-command.ts')).handleReport({ ...typed, kind }, request);

const runSearch =
  (isMine: boolean): Run =>
  async (typed, request) =>
    (await import('../search/search-command.ts')).handleSearchCommand(typed, { isMine }, request);

/** Other rooms are loaded on first use: most commands create links. */
const COMMANDS: Record<CommandWord, Run> = {
  // Keeps the line breaks, which say where the parts of a longer text end.
  new: (typed, request) => openForm(typed.text.replace(/^\S+/, '').trim(), typed, request),
  help: async ({ asker: { teamId, userId }, respond }, { members, config }) => {
    const permissions = await members.permissionsOf(teamId, userId);
    await respond({
      response_type: 'ephemeral',
      ...buildHelp({ permissions, noticedWithinMs: findNoticingMs(config) }),
    });
  },
  find: runSearch(false),
  mine: runSearch(true),
  batch: async ({ command, client, asker, tell }, request) => {
    const { openBatchForm } = await import('../batches/open-batch-form.ts');
    const place = { triggerId: command.trigger_id, view: null };
    const read = async () => ({ channelId: isTypedAmongPeople(command) ? null : command.channel_id });
    return openBatchForm(client, request, { ...asker, place, read }, tell);
  },
  report: async (typed, request) =>
    (await import('../reports/report-command.ts')).openFormOfWords(typed, request),
  transactions: runReport('transactions'),
  payouts: async (typed, request) => {
    if (typed.words.toLowerCase() !== 'due') return runReport('payouts')(typed, request);
    const { openDue } = await import('../payouts/payout-presses.ts');
    const place = { triggerId: typed.command.trigger_id, view: null };
    const { asker, client, tell } = typed;
    return openDue({ ...asker, client, place, isInPlace: false, tell }, null, request);
  },
  links: runReport('links'),
  team: async (typed, request) => (await import('../team/team-command.ts')).handleTeamCommand(typed, request),
  exports: async (typed, request) =>
    (await import('../exports/schedule-presses.ts')).handleExportsCommand(typed, request),
  business: async ({ command, asker, tell }, request) => {
    if (!(await permit(asker, 'read-reports', request, tell))) return;
    return (await import('../reports/business-command.ts')).handleBusiness(command, request);
  },
  reconcile: async (typed, request) =>
    (await import('../reconciliation/reconcile-command.ts')).handleReconcile(typed, request),
  daily: async (typed, request) => {
    if (!(await permit(typed.asker, 'switch-daily-close', request, typed.tell))) return;
    const { handleDailyCommand } = await import('../daily-close/daily-command.ts');
    return handleDailyCommand(typed, request, typed.words);
  },
  weekly: async (typed, request) => {
    if (!(await permit(typed.asker, 'switch-daily-close', request, typed.tell))) return;
    const { handleWeeklyCommand } = await import('../daily-close/weekly-command.ts');
    return handleWeeklyCommand(typed, request, typed.words);
  },
  settings: async ({ command, client, asker, tell }, request) => {
    const { openSettings } = await import('../workspaces/settings/open-settings.ts');
    const channelId = isTypedAmongPeople(command) ? null : command.channel_id;
    const opening = { ...asker, triggerId: command.trigger_id, channelId };
    return openSettings(client, request, opening, tell);
  },
  audit: async (typed, request) =>
    (await import('../audit/audit-command.ts')).handleAuditCommand(typed, request),
};

/** With words after them, these were probably meant for something else. */
const TAKE_NO_WORDS: readonly CommandWord[] = ['batch', 'business', 'exports', 'settings'];

/** `/paylink`: the command that its first word names; otherwise the form, filled in from the whole text. */
export const handlePaylinkCommand = async (
  { command, ack, client, respond }: CommandArgs,
  request: Request,
): Promise<void> => {
  await ack();
  const tooLong = refuseLongText(command.text);
  const tell = createReply({ respond, userId: command.user_id }, request);
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
      return COMMANDS[known](typed, request);
    const isNear = isNearCommand(text, word);
    const nearest = isNear ? nearestWord(word) : null;
    const answer =
      isNear && isNotOffered(word)
        ? buildNotOffered()
        : nearest && buildDidYouMean({ typed: text, nearest, rest: nearest === word ? '' : words });
    if (answer === null) return openForm(text, typed, request);
    await respond({ response_type: 'ephemeral', ...answer });
  };
  await guard(request, 'command /paylink', run, tell);
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

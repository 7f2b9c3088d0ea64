import type { Request } from '../app-parts.ts';
import { handleAuditCommand } from '../audit/index.ts';
import { openBatchForm } from '../batches/open-batch-form.ts';
import type { Message } from '../blocks/message.ts';
import { isAmongPeople } from '../blocks/place.ts';
import { handleDailyCommand } from '../closes/show-day.ts';
import { findNoticingMs } from '../config/config.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { handleBusiness } from '../home/publish-home.ts';
import { openLinkForm, readTypedText } from '../links/form/open-link-form.ts';
import type { LinkFields } from '../links/words/read-link-words.ts';
import { openDue } from '../payouts/payout-presses.ts';
import type { Permission } from '../people/members.ts';
import { answerQuestion } from '../questions/answer-question.ts';
import { readAbout, readQuestion } from '../questions/intents.ts';
import { handleReconcile } from '../reconciliation/reconcile-command.ts';
import { handleReport, openFormOfWords } from '../reports/report-command.ts';
import { handleExportsCommand, handleSwitchCommand } from '../schedules/schedule-command.ts';
import { isSwitch } from '../schedules/schedule-words.ts';
import { handleSearchCommand } from '../search/search-command.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { CommandRow as Row, Typed } from '../slack/frame.ts';
import { handleTeamCommand } from '../team/index.ts';
import { handleUnpaid } from '../unpaid/unpaid-list.ts';
import { type CommandWord, isLikelyMeant, isSlip, nearestWord, parseCommandWord } from './command-words.ts';
import { buildDidYouMean, buildHelp } from './help-view.ts';

type CommandRow = Row<Request, Permission>;

const openForm =
  (readText: (typed: Typed) => string): CommandRow['does'] =>
  (typed, request) =>
    openLinkForm(request, {
      ...typed.asker,
      channelId: typed.command.channel_id,
      isAmongPeople: isTypedAmongPeople(typed),
      text: readText(typed),
    });

const FORM: CommandRow = { needs: null, does: openForm(({ text }) => text) };

const answerOf = (answer: Message): CommandRow => ({
  needs: null,
  does:
    ({ tell }) =>
    () =>
      tell(answer),
});

const reportOf =
  (kind: ReportKind): CommandRow['does'] =>
  async (typed, request) =>
    handleReport(kind, typed, request);

const searchOf = (isMine: boolean): CommandRow => ({
  needs: null,
  does: (typed, request) => async () => handleSearchCommand(typed, { isMine }, request),
});

export const COMMANDS: Record<CommandWord, CommandRow> = {
  // Keeps the line breaks, which say where the parts of a longer text end.
  new: { needs: null, does: openForm(({ text }) => text.replace(/^\S+/, '').trim()) },
  help: {
    needs: null,
    does:
      ({ asker: { teamId, userId }, tell }, { members, config }) =>
      async () => {
        const permissions = await members.permissionsOf(teamId, userId);
        const noticedWithinMs = findNoticingMs(config);
        return tell(buildHelp({ permissions, noticedWithinMs, pages: config.pages }));
      },
  },
  find: searchOf(false),
  mine: searchOf(true),
  unpaid: { needs: null, does: (typed, request) => async () => handleUnpaid(typed, request) },
  batch: {
    needs: 'make-batch',
    does: async (typed, request) => {
      return openBatchForm(request, { teamId: typed.asker.teamId, channelId: channelOf(typed) });
    },
  },
  report: {
    needs: 'read-reports',
    does: async (typed, request) => {
      return openFormOfWords({ command: typed.command, text: typed.words }, request);
    },
  },
  transactions: { needs: 'read-reports', does: reportOf('transactions') },
  payouts: {
    needs: 'read-reports',
    does: async (typed, request) => {
      if (typed.words.toLowerCase() !== 'due') return reportOf('payouts')(typed, request);
      return openDue(typed.asker, {}, request);
    },
  },
  links: { needs: 'read-reports', does: reportOf('links') },
  team: {
    needs: 'read-reports',
    does: async (typed, request) => handleTeamCommand(typed, request),
  },
  exports: {
    needs: 'export',
    does: async (typed, request) => handleExportsCommand(typed, request),
  },
  business: { needs: null, does: handleBusiness },
  reconcile: {
    needs: 'export',
    does: async (typed, request) => handleReconcile(typed, request),
  },
  daily: {
    needs: 'switch-daily-close',
    does: (typed, request) => async () => handleDailyCommand(typed, request),
  },
  weekly: {
    needs: 'switch-daily-close',
    does: (typed, request) => async () => handleSwitchCommand('week', typed, request),
  },
  settings: {
    needs: 'change-settings',
    does: async (typed, request) => {
      return openSettings(request, { ...typed.asker, channelId: channelOf(typed) });
    },
  },
  audit: {
    needs: 'read-audit',
    does: async (typed, request) => handleAuditCommand(typed, request),
  },
};

/** A day’s figures: by the service’s listings, or their own for who may not read these. */
const DAY: CommandRow = {
  needs: null,
  does: (typed, request) => async () =>
    (await request.members.may(typed.asker.teamId, typed.asker.userId, 'read-reports'))
      ? handleDailyCommand(typed, request)
      : answerQuestion({ intent: 'figures', isBare: false, about: typed.words }, typed, request),
};

/** With words after them, these were probably meant for something else. */
const TAKE_NO_WORDS: readonly CommandWord[] = ['unpaid', 'batch', 'business', 'exports', 'settings'];

/** `/paylink`: the command that its first word names; otherwise the form, filled in from the whole text. */
export const findCommand = ({ text, words }: Pick<Typed, 'text' | 'words'>): CommandRow => {
  const [first = ''] = text.split(/\s+/);
  const word = first.toLowerCase();
  const known = parseCommandWord(word);
  if (known === 'daily' && !isSwitch(words)) return DAY;
  if (known !== null && (words === '' || !TAKE_NO_WORDS.includes(known))) return COMMANDS[known];
  const nearest = isNearCommand(text, word) ? nearestWord(word) : null;
  if (!nearest) return findAnswer(text);
  return answerOf(buildDidYouMean({ typed: text, nearest, rest: nearest === word ? '' : words }));
};

/** What asks or orders is answered; the rest is a new sale. */
function findAnswer(text: string): CommandRow {
  if (text === '') return FORM;
  const { words } = readTypedText(text);
  const fills = { amount: words.invoiceAmount !== undefined, contact: hasContact(words) };
  const asked = readQuestion(text, fills);
  if (asked === null) return FORM;
  const saysNothing = asked.isBare && asked.about === '';
  if (asked.intent === 'help' || saysNothing) return COMMANDS.help;
  return {
    needs: null,
    does: (typed, request) => async () => {
      // By the text as Slack sends it, because it carries the ids of people and channels.
      const about = readAbout(typed.command.text ?? '');
      return answerQuestion({ ...asked, about }, typed, request);
    },
  };
}

/**
 * `transactoins 1-15 Oct` contains a number too, and a typo must not become a payment link. Short commands are near many
 * names, so those count only where nothing else is typed.
 */
function isNearCommand(text: string, first: string): boolean {
  if (!isLikelyMeant(first)) return text.toLowerCase() === first && isSlip(first);
  const { words } = readTypedText(text);
  const isLink = first === 'link' && words.invoiceAmount !== undefined;
  return !hasContact(words) && !isLink;
}

const hasContact = ({ Email, Phone }: LinkFields): boolean => Email !== undefined || Phone !== undefined;

const isTypedAmongPeople = ({ command: { channel_id: id, channel_name: name } }: Typed): boolean =>
  isAmongPeople({ id, name });

const channelOf = (typed: Typed): string | null =>
  isTypedAmongPeople(typed) ? null : typed.command.channel_id;

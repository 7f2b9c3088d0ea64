import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { Message } from '../blocks/message.ts';
import { isAmongPeople } from '../blocks/place.ts';
import { openLinkForm } from '../links/form/open-link-form.ts';
import { parseReportKind } from '../reports/report-row.ts';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { refuseLongText, undoEscapes } from '../slack/typed-text.ts';
import { PERMISSIONS, type Permission, permit } from '../workspaces/roles.ts';
import type { CommandDependencies } from './command-dependencies.ts';
import { isLikelyMeant, isSlip, nearestWord, parseCommandWord } from './command-words.ts';
import { buildDidYouMean, buildHelp } from './help-view.ts';
import { readWords } from './read-words.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/paylink`: the command that its first word names; otherwise the form, filled in from the words after it. */
export const handlePaylinkCommand = async (
  { command, ack, client, respond }: CommandArgs,
  dependencies: CommandDependencies,
): Promise<void> => {
  await ack();
  const tooLong = refuseLongText(command.text);
  const text = tooLong === null ? undoEscapes(command.text ?? '').trim() : '';
  const [first = '', ...others] = text.split(/\s+/);
  const word = first.toLowerCase();
  const rest = others.join(' ');

  const tell = createReply({ respond, userId: command.user_id }, dependencies);
  await guard(
    dependencies,
    'command /paylink',
    async () => {
      if (tooLong !== null) return void (await tell(tooLong));
      const asker = { teamId: readTeamId(command), userId: command.user_id };
      const may = (permission: Permission) => permit(asker, permission, dependencies, tell);
      const open = async (words: string) =>
        openLinkForm(
          client,
          dependencies,
          {
            place: { triggerId: command.trigger_id, view: null },
            ...asker,
            channelId: command.channel_id,
            isAmongPeople: isAmongPeople(placeOf(command)),
            ...(await readWords(words)),
          },
          tell,
        );
      const kind = parseReportKind(word);
      // Loaded on first use: most commands create links.
      if (kind === 'payouts' && rest.toLowerCase() === 'due') {
        const { openDue } = await import('../payouts/payout-presses.ts');
        const place = { triggerId: command.trigger_id, view: null };
        return openDue({ ...asker, client, place, isInPlace: false, tell }, null, dependencies);
      }
      if (kind !== null) {
        const { handleReport } = await import('../reports/report-command.ts');
        return handleReport({ kind, words: rest, command, client, tell }, dependencies);
      }
      if (word === '') return open('');
      const known = parseCommandWord(word === 'reconciliation' ? 'reconcile' : word);
      switch (known) {
        case 'new':
          // The lines of a longer text say where its parts end.
          return open(text.slice(first.length).trim());
        case 'report': {
          const { openFormOfWords } = await import('../reports/report-command.ts');
          return openFormOfWords({ command, words: rest, client, tell }, dependencies);
        }
        case 'find':
        case 'mine': {
          const { handleSearchCommand } = await import('../search/search-command.ts');
          return handleSearchCommand({ command, respond }, { isMine: word === 'mine' }, dependencies);
        }
        case 'batch':
          if (rest === '') {
            const { openBatchForm } = await import('../batches/open-batch-form.ts');
            return openBatchForm(
              client,
              dependencies,
              {
                ...asker,
                place: { triggerId: command.trigger_id, view: null },
                read: async () => ({
                  channelId: isAmongPeople(placeOf(command)) ? null : command.channel_id,
                }),
              },
              tell,
            );
          }
          break;
        case 'business':
          if (rest === '') {
            if (!(await may('read-reports'))) return;
            const { handleBusiness } = await import('../reports/business-command.ts');
            return handleBusiness(command, dependencies);
          }
          break;
        case 'team':
          return (await import('../team/team-command.ts')).handleTeamCommand(
            { command, words: rest, tell },
            dependencies,
          );
        case 'exports':
          if (rest === '') {
            const { handleExportsCommand } = await import('../exports/list-schedules.ts');
            return handleExportsCommand({ command, respond, tell }, dependencies);
          }
          break;
        case 'reconcile': {
          const { handleReconcile } = await import('../reconciliation/reconcile-command.ts');
          return handleReconcile({ command, words: rest, client, tell }, dependencies);
        }
        case 'daily':
          if (!(await may('switch-daily-close'))) return;
          return (await import('../daily-close/daily-command.ts')).handleDailyCommand(
            { command, respond },
            dependencies,
            rest,
          );
        case 'weekly':
          if (!(await may('switch-daily-close'))) return;
          return (await import('../daily-close/weekly-command.ts')).handleWeeklyCommand(
            { command, respond },
            dependencies,
            rest,
          );
        case 'audit':
          return (await import('../audit/audit-command.ts')).handleAuditCommand(
            { command, respond },
            dependencies,
          );
        case 'settings':
          if (rest === '') {
            const { openSettings } = await import('../workspaces/settings/open-settings.ts');
            return openSettings(
              client,
              dependencies,
              {
                ...asker,
                triggerId: command.trigger_id,
                channelId: isAmongPeople(placeOf(command)) ? null : command.channel_id,
              },
              tell,
            );
          }
          break;
        case 'help':
          await respond({ response_type: 'ephemeral', ...(await buildHelpFor(asker, dependencies)) });
          return;
        case 'transactions':
        case 'payouts':
        case 'links':
        case null:
          break;
        default:
          known satisfies never;
      }
      const nearest = (await isNearCommand(text, word)) ? nearestWord(word) : null;
      if (nearest === null) return open(text);
      // A command that was typed rightly takes no words after it.
      const meant = { typed: text, nearest, rest: nearest === word ? '' : rest };
      await respond({ response_type: 'ephemeral', ...buildDidYouMean(meant) });
    },
    tell,
  );
};

async function buildHelpFor(
  { teamId, userId }: { teamId: string; userId: string },
  { members, noticedWithinMs }: CommandDependencies,
): Promise<Message> {
  const may = await Promise.all(PERMISSIONS.map((one) => members.may(teamId, userId, one)));
  return buildHelp({ permissions: PERMISSIONS.filter((_, index) => may[index]), noticedWithinMs });
}

/**
 * `transactoins 1-15 Oct` contains a number too, and a typo must not become a payment link. Short commands are near many
 * names, so those count only where nothing else is typed.
 */
async function isNearCommand(text: string, first: string): Promise<boolean> {
  if (!isLikelyMeant(first)) return text.toLowerCase() === first && isSlip(first);
  const { words } = await readWords(text);
  const isLink = first === 'link' && words.invoiceAmount !== undefined;
  return words.Email === undefined && words.Phone === undefined && !isLink;
}

const placeOf = ({ channel_id: id, channel_name: name }: CommandArgs['command']) => ({ id, name });

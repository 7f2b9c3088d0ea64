import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { parseQuickWords, type QuickWords } from '../../links/quick-words.ts';
import { buildHelp } from '../../messages/help.ts';
import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { openLinkForm } from '../open-link-form.ts';
import { undoEscapes } from '../undo-escapes.ts';
import { isLikelyMeant, nearestWord, parseReportKind } from './command-words.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/paylink`: a report, the help, or the form, filled from the words when there are any. */
export const handlePaylinkCommand = async (
  { command, ack, client, respond }: CommandArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  const text = undoEscapes(command.text ?? '').trim();
  const [first = '', ...others] = text.split(/\s+/);
  const word = first.toLowerCase();
  const rest = others.join(' ');

  await guard(
    dependencies,
    'command /paylink',
    async () => {
      const open = (words: string) =>
        openLinkForm(client, dependencies, {
          triggerId: command.trigger_id,
          channelId: command.channel_id,
          words: parseQuickWords(words),
        });
      const kind = parseReportKind(word);
      // Loaded at the first use: most commands make links.
      if (kind !== null) {
        const { handleReport } = await import('./report.ts');
        return handleReport({ kind, words: rest, command, client }, dependencies);
      }
      switch (word) {
        case '':
          return open('');
        case 'new':
          return open(rest);
        case 'business':
          if (rest === '') {
            const { handleBusiness } = await import('./business.ts');
            return handleBusiness(command, dependencies);
          }
          break;
        case 'daily':
          return (await import('./daily.ts')).handleDailyCommand({ command, respond }, dependencies, rest);
        case 'help':
          await respond({ response_type: 'ephemeral', ...buildHelp() });
          return;
      }
      if (isForLink(parseQuickWords(text), word)) return open(text);
      await respond({
        response_type: 'ephemeral',
        ...buildHelp({ typed: text, nearest: nearestWord(word) }),
      });
    },
    (message) => respond({ response_type: 'ephemeral', text: message }),
  );
};

/** `transactoins 1-15 Oct` holds a number as well: a slip must not become a payment link. */
function isForLink(words: QuickWords, first: string): boolean {
  if (words.Email || words.Phone) return true;
  return !isLikelyMeant(first) && Boolean(words.invoiceAmount || words.notes);
}

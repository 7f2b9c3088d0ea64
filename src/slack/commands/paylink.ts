import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { distance } from 'fastest-levenshtein';
import { parseQuickWords } from '../../links/quick-words.ts';
import { buildHelp } from '../../messages/help.ts';
import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { openLinkForm } from '../open-link-form.ts';
import { undoEscapes } from '../undo-escapes.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

const WORDS = ['new', 'help'] as const;
/** A typing slip, not another word. */
const NEAR = 2;

/** `/paylink`: the form, filled from the words when there are any, or the help. */
export const handlePaylinkCommand = async (
  { command, ack, client, respond }: CommandArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  const text = undoEscapes(command.text ?? '').trim();
  const [first = '', ...rest] = text.split(/\s+/);
  const tell = (message: string) => respond({ response_type: 'ephemeral', text: message });

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
      if (text === '') return open('');
      if (first.toLowerCase() === 'new') return open(rest.join(' '));
      if (first.toLowerCase() === 'help') {
        await respond({ response_type: 'ephemeral', ...buildHelp() });
        return;
      }
      const words = parseQuickWords(text);
      if (words.invoiceAmount || words.Email || words.Phone || words.notes) return open(text);
      await respond({
        response_type: 'ephemeral',
        ...buildHelp({ typed: text, nearest: findNearest(first) }),
      });
    },
    tell,
  );
};

function findNearest(typed: string): string | null {
  const word = typed.toLowerCase();
  const near = WORDS.map((known) => ({ known, far: distance(word, known) })).sort((a, b) => a.far - b.far)[0];
  return near && near.far <= NEAR ? near.known : null;
}

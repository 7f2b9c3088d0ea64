import type {
  AllMiddlewareArgs,
  App,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
} from '@slack/bolt';
import type { Log } from '../log.ts';
import { buildHelp } from '../messages/help.ts';

/** What has a listener of its own. */
export interface KnownIds {
  commands: string[];
  actions: string[];
  views: string[];
}

/**
 * Bolt answers what no listener takes with a 404 after three seconds of silence. These say at once that this
 * version does not know it. Bolt runs every listener that matches, so they must not match the known ones.
 */
export const registerCatchAlls = (app: App, known: KnownIds, log: Log): void => {
  app.command(
    anyBut(known.commands),
    async ({ ack, command }: SlackCommandMiddlewareArgs & AllMiddlewareArgs) => {
      log.warn({ command: command.command }, 'unknown command');
      await ack({ response_type: 'ephemeral', ...buildHelp() });
    },
  );
  app.action(
    anyBut(known.actions),
    async ({ ack, action, respond }: SlackActionMiddlewareArgs & AllMiddlewareArgs) => {
      await ack();
      // Fields of a form report each choice; only something pressed deserves an answer.
      if (action.type !== 'button') return;
      log.warn({ action: 'action_id' in action ? action.action_id : 'none' }, 'unknown button');
      if (typeof respond !== 'function') return;
      await respond({
        response_type: 'ephemeral',
        replace_original: false,
        text: 'This button belongs to another version of Paylink. Run `/paylink` again.',
      });
    },
  );
  app.view(anyBut(known.views), async ({ ack, view }) => {
    log.warn({ view: view.callback_id }, 'unknown view');
    await ack();
  });
  app.view({ callback_id: /.*/, type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut(/.*/, async ({ ack, shortcut }) => {
    log.warn({ shortcut: shortcut.callback_id }, 'unknown shortcut');
    await ack();
  });
  app.options(/.*/, async ({ ack }) => ack({ options: [] }));
};

function anyBut(known: string[]): RegExp {
  const escaped = known.map((id) => id.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^(?!(?:${escaped.join('|')})$)`);
}

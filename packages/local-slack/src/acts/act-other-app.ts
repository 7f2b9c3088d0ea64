import { checkMessageBlocks, describeFault } from '../check-blocks.ts';
import type { OtherAppMessage } from '../local-slack-api.ts';
import type { Outcome } from '../page/page-api.ts';
import { buildPerson, OTHER_APP } from '../people-and-places.ts';
import type { World } from '../slack-world.ts';

/** Another app of the workspace posts a message, often without text. */
export const actOtherApp = (
  world: World,
  channel: string,
  { text = '', blocks = [], attachments = [], threadTs = null }: OtherAppMessage,
): Outcome => {
  const { workspace, team } = world;
  if (workspace.conversation(channel) === undefined)
    return { ok: false, problem: `There is no conversation ${channel}.` };
  if (text === '' && blocks.length === 0 && attachments.length === 0)
    return { ok: false, problem: 'A message needs text, blocks or attachments.' };
  const [fault] = checkMessageBlocks(blocks);
  if (fault !== undefined) return { ok: false, problem: describeFault(fault) };
  const { user, name, realName } = OTHER_APP;
  if (workspace.person(user) === undefined)
    workspace.addPerson(
      buildPerson({ id: user, name, realName, initials: 'OS', color: '#3f51b5', isBot: true }, team),
      [],
    );
  world.messages.add({ channel, user, text, blocks, attachments, threadTs });
  return { ok: true };
};

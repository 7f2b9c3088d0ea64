import type { Said, Story } from '../../test/stories/story.ts';
import type { Json } from './slack-caller.ts';
import type { Stage } from './stage.ts';

/** No link previews, like the app's own posts. */
export const QUIET = { unfurl_links: false, unfurl_media: false };

/** Workspaces may refuse these blocks: the app then falls back to simpler ones. */
const isNeeded = ({ blocks }: Said): boolean =>
  blocks.every(({ type }) => type !== 'data_table' && type !== 'data_visualization');

/** Makes Slack show a story: one message for each place, edited through all its states; windows are validated. */
export const createStoryTeller = ({
  stage,
  channelId,
  personId,
}: {
  stage: Pick<Stage, 'say'>;
  channelId: string;
  /** Who gets what only one person sees; null: nobody. */
  personId: string | null;
}) => {
  const messages = new Map<string, string>();
  const isShown = { message: false, sentence: false };

  const showMessage = async (story: Extract<Story, { kind: 'message' }>): Promise<void> => {
    const { name, place, message, isBroadcast = false } = story;
    const how = { isNeeded: isNeeded(message) };
    const ts = messages.get(place);
    if (ts !== undefined && place !== 'channel' && place !== 'thread') {
      await stage.say(name, 'chat.update', { channel: channelId, ts, ...message }, how);
      return;
    }
    const parent = messages.get('card');
    const inThread: Json =
      place === 'thread' && parent !== undefined ? { thread_ts: parent, reply_broadcast: isBroadcast } : {};
    const { made } = await stage.say(
      isBroadcast ? `${name}, sent to the channel as well` : name,
      'chat.postMessage',
      { channel: channelId, ...message, ...inThread, ...QUIET },
      how,
    );
    if (made?.is === 'message') messages.set(place, made.ts);
  };

  /** At most one of each kind: what one person sees cannot be removed. */
  const showOnePerson = async (
    { name, kind }: { name: string; kind: keyof typeof isShown },
    said: Json,
    how: { isNeeded: boolean },
  ): Promise<boolean> => {
    if (personId === null || isShown[kind]) return false;
    isShown[kind] = true;
    const args = { channel: channelId, user: personId, ...said };
    await stage.say(`${name}, to one person`, 'chat.postEphemeral', args, how);
    return true;
  };

  return async (story: Story): Promise<void> => {
    const { name } = story;
    if (story.kind === 'message') {
      await showMessage(story);
      if (!isNeeded(story.message)) await showOnePerson(story, { ...story.message }, { isNeeded: false });
    } else if (story.kind === 'sentence') {
      const { text } = story;
      if (!(await showOnePerson(story, { text }, { isNeeded: true })))
        await stage.say(name, 'chat.postMessage', { channel: channelId, text, ...QUIET });
    } else {
      if (story.kind === 'home' && personId !== null)
        await stage.say(name, 'views.publish', { user_id: personId, view: story.view });
      await validate(story, stage);
    }
  };
};

/** Lets Slack judge it without showing it to anybody. */
export const validate = async (story: Story, stage: Pick<Stage, 'say'>): Promise<void> => {
  if (story.kind === 'sentence') return;
  const shown =
    story.kind === 'message' ? { message: { blocks: story.message.blocks } } : { view: story.view };
  const how = { isNeeded: story.kind !== 'message' || isNeeded(story.message) };
  await stage.say(story.name, 'blocks.validate', shown, how);
};

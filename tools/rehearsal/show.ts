import { nameOf, type Shown } from './shown.ts';
import type { Json } from './slack-caller.ts';
import type { Stage } from './stage.ts';

/** No link previews, like the app's own posts. */
export const QUIET = { unfurl_links: false, unfurl_media: false };

const blocksOf = (shown: Shown): { type: string }[] =>
  'view' in shown ? shown.view.blocks : (shown.message.blocks ?? []);

/** Workspaces may refuse these blocks: the app then falls back to simpler ones. */
const isRich = (shown: Shown): boolean =>
  blocksOf(shown).some(({ type }) => type === 'data_table' || type === 'data_visualization');

/** Makes Slack show each in turn: posts messages, edits the newest one, and has windows validated. */
export const createShow = ({
  stage,
  channelId,
  personId,
}: {
  stage: Pick<Stage, 'say'>;
  channelId: string;
  /** Who gets what only one person sees; null: nobody. */
  personId: string | null;
}) => {
  /** The newest message that is no reply. */
  let newest: string | null = null;
  /** At most two whispers, a plain and a rich one: what one person sees cannot be removed. */
  const whispered = new Set<boolean>();

  const post = async (shown: Exclude<Shown, { view: unknown }>): Promise<void> => {
    const { way, message, inThread = false, isBroadcast = false } = shown;
    const name = nameOf(shown);
    const how = { isNeeded: !isRich(shown) };
    const said: Json = { channel: channelId, ...message };
    if (way === 'whisper' && personId !== null && !whispered.has(isRich(shown))) {
      whispered.add(isRich(shown));
      await stage.say(name, 'chat.postEphemeral', { ...said, user: personId }, how);
    } else if (way === 'edit' && newest !== null)
      await stage.say(name, 'chat.update', { ...said, ts: newest }, how);
    else {
      const place: Json =
        inThread && newest !== null ? { thread_ts: newest, reply_broadcast: isBroadcast } : {};
      const { made } = await stage.say(name, 'chat.postMessage', { ...said, ...place, ...QUIET }, how);
      if (made?.is === 'message' && !inThread) newest = made.ts;
    }
  };

  return async (shown: Shown): Promise<void> => {
    // Slack shows a remark only when somebody submits the form.
    if (shown.way === 'remark') return;
    if (!('view' in shown)) return post(shown);
    if (shown.way === 'home' && personId !== null)
      await stage.say(nameOf(shown), 'views.publish', { user_id: personId, view: shown.view });
    await validate(shown, stage);
  };
};

/** Lets Slack judge it without showing it to anybody. */
export const validate = async (shown: Shown, stage: Pick<Stage, 'say'>): Promise<void> => {
  const blocks = blocksOf(shown);
  if (blocks.length === 0) return;
  const judged: Json = 'view' in shown ? { view: shown.view } : { message: { blocks } };
  await stage.say(nameOf(shown), 'blocks.validate', judged, { isNeeded: 'view' in shown || !isRich(shown) });
};

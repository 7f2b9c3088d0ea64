import type { JsonRecord } from '../page/read-json.ts';
import { fail } from './method.ts';

/** The arguments that the method references and `@slack/web-api` name. A method that is not here takes none. */
const NAMES: Record<string, string> = {
  'api.test': 'error foo',
  'apps.connections.open': '',
  'apps.uninstall': 'client_id client_secret',
  'auth.revoke': 'test',
  'auth.test': '',
  'blocks.validate': 'blocks message view',
  'chat.delete': 'as_user channel ts',
  'chat.getPermalink': 'channel message_ts',
  'chat.postEphemeral':
    'as_user attachments blocks channel icon_emoji icon_url link_names markdown_text metadata parse text thread_ts user username',
  'chat.postMessage':
    'as_user attachments blocks channel icon_emoji icon_url link_names markdown_text metadata mrkdwn parse reply_broadcast text thread_ts unfurl_links unfurl_media username',
  'chat.update':
    'as_user attachments unfurled_attachments blocks markdown_text metadata channel link_names parse text ts reply_broadcast file_ids',
  'conversations.history': 'channel cursor include_all_metadata inclusive latest limit oldest',
  'conversations.info': 'channel include_locale include_num_members',
  'conversations.join': 'channel',
  'conversations.list': 'cursor exclude_archived limit types',
  'conversations.members': 'channel cursor limit',
  'conversations.open': 'channel prevent_creation return_im users',
  'conversations.replies': 'channel cursor include_all_metadata inclusive latest limit oldest ts',
  'files.completeUploadExternal':
    'files channel_id thread_ts channels initial_comment blocks username icon_url icon_emoji',
  'files.delete': 'file',
  'files.getUploadURLExternal': 'length filename snippet_type alt_txt',
  'files.info': 'count cursor file limit page',
  'functions.completeError': 'function_execution_id error',
  'functions.completeSuccess': 'function_execution_id outputs',
  'oauth.v2.access': 'client_id client_secret code grant_type redirect_uri refresh_token',
  'reactions.add': 'channel name timestamp',
  'team.info': 'domain team',
  'users.info': 'include_locale user',
  'users.list': 'cursor include_locale limit',
  'views.open': 'trigger_id interactivity_pointer view',
  'views.publish': 'user_id view hash interactivity_pointer',
  'views.push': 'trigger_id interactivity_pointer view',
  'views.update': 'view_id external_id view hash',
};

/** Slack's clients add them to every call. */
const EVERYWHERE = ['token', 'team_id'];

const KNOWN = new Map(
  Object.entries(NAMES).map(([method, names]) => [method, new Set([...EVERYWHERE, ...names.split(' ')])]),
);
const OF_OTHERS = new Set(EVERYWHERE);

/**
 * The refusal of arguments that Slack's reference does not name, or null. Slack itself takes some, and what they meant fails
 * silently there.
 */
export const refuseArguments = (method: string, args: object): JsonRecord | null => {
  const known = KNOWN.get(method) ?? OF_OTHERS;
  const unknown = Object.keys(args).filter((name) => !known.has(name));
  return unknown.length === 0
    ? null
    : fail(
        'invalid_arguments',
        unknown.map((name) => `unknown argument: ${name}`),
      );
};

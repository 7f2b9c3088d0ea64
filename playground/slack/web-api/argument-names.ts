/**
 * What Slack's method reference names, by method; `token` and `team_id`, which Slack's clients add, are everywhere. Of the
 * methods that are not here, anything passes.
 */
const NAMES: Record<string, string> = {
  'chat.postMessage':
    'as_user attachments blocks channel icon_emoji icon_url link_names markdown_text metadata mrkdwn parse reply_broadcast text thread_ts unfurl_links unfurl_media username',
  'chat.update':
    'as_user attachments unfurled_attachments blocks markdown_text metadata channel link_names parse text ts reply_broadcast file_ids',
  'chat.delete': 'as_user channel ts',
  'chat.getPermalink': 'channel message_ts',
  'chat.postEphemeral':
    'as_user attachments blocks channel icon_emoji icon_url link_names markdown_text metadata parse text thread_ts user username',
  'files.info': 'count cursor file limit page',
  'files.delete': 'file',
  'files.getUploadURLExternal': 'length filename snippet_type alt_txt',
  'files.completeUploadExternal':
    'files channel_id thread_ts channels initial_comment blocks username icon_url icon_emoji',
  'views.open': 'trigger_id interactivity_pointer view',
  'views.push': 'trigger_id interactivity_pointer view',
  'views.update': 'view_id external_id view hash',
  'views.publish': 'user_id view hash interactivity_pointer',
  'auth.test': '',
  'bots.info': 'bot team_id',
};

const KNOWN = new Map(
  Object.entries(NAMES).map(([method, names]) => [
    method,
    new Set(['token', 'team_id', ...names.split(' ')]),
  ]),
);

/** The arguments that Slack's reference does not name. Slack itself takes them, and some fail silently: the local one refuses them. */
export const findUnknownArguments = (method: string, args: object): string[] => {
  const known = KNOWN.get(method);
  return known === undefined ? [] : Object.keys(args).filter((name) => !known.has(name));
};

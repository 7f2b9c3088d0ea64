const COPY_AGAIN =
  'Copy the Bot User OAuth Token from OAuth & Permissions of your Slack app into SLACK_BOT_TOKEN.';
const INVITE =
  'Type /invite @Paylink in the channel, and check the id: click the channel’s name, it is at the end of About.';

/** What to do about a token that Slack refuses. */
export const explainToken = (code: string): string =>
  ['account_inactive', 'token_revoked', 'token_expired'].includes(code)
    ? `Install the app to the workspace again. ${COPY_AGAIN}`
    : COPY_AGAIN;

/** What to do about a channel that takes no post. */
export const explainChannel = (code: string): string =>
  ['not_in_channel', 'channel_not_found'].includes(code)
    ? INVITE
    : 'Make a channel for tests where apps may post, and give its id with --channel.';

/** Any kind of token that Slack hands out: bot, user, app, legacy, rotating. */
const SLACK_TOKEN = /^(xox[a-z]|xapp)[-.]/i;
/** What the local Slack hands out. */
const PLAYGROUND_TOKEN = /^(xoxb|xapp)-playground/;
const TOKEN_NAME = /^SLACK_(\w+_)?TOKEN$/i;

/**
 * The playground stands in for Slack and for a payment service; near real ones it must not run.
 * Throws one error that names every reason, and no token.
 */
export const refuseRealSurroundings = (env: Record<string, string | undefined>): void => {
  const reasons = Object.entries(env).flatMap(([name, value = '']) => {
    if (name === 'NODE_ENV' && value.trim().toLowerCase() === 'production') {
      return ['NODE_ENV is production: unset it, or run the app itself with `npm start`.'];
    }
    return TOKEN_NAME.test(name) && isRealToken(value)
      ? [`${name} holds a token of a real Slack workspace: unset it.`]
      : [];
  });
  if (reasons.length > 0) throw new Error(`The playground refuses to start here. ${reasons.join(' ')}`);
};

function isRealToken(value: string): boolean {
  const token = value.trim().replace(/^["']/, '');
  return SLACK_TOKEN.test(token) && !PLAYGROUND_TOKEN.test(token);
}

/** Any kind of Slack token: bot, user, app, legacy, rotating. */
const SLACK_TOKEN = /^(xox[a-z]|xapp)[-.]/i;
/** Tokens of the local Slack. */
const STAND_IN_TOKEN = /^(xoxb|xapp)-playground/;
const TOKEN_NAME = /^SLACK_(\w+_)?TOKEN$/i;

/**
 * The demo imitates Slack and a payment service, so it must not run next to real ones. One line that lists every reason and
 * contains no token; null: there is none.
 */
export const refuseRealSurroundings = (env: Record<string, string | undefined>): string | null => {
  const reasons = Object.entries(env).flatMap(([name, value = '']) => {
    if (name === 'NODE_ENV' && value.trim().toLowerCase() === 'production') {
      return ['NODE_ENV is production: unset it, or run the app itself with `npm start`.'];
    }
    return TOKEN_NAME.test(name) && isRealToken(value)
      ? [`${name} holds a token of a real Slack workspace: unset it.`]
      : [];
  });
  return reasons.length === 0 ? null : `The demo refuses to start here. ${reasons.join(' ')}`;
};

function isRealToken(value: string): boolean {
  const token = value.trim().replace(/^["']/, '');
  return SLACK_TOKEN.test(token) && !STAND_IN_TOKEN.test(token);
}

/** What each variable is for and where to find its value; printed when it is missing or empty. */
const REMEDIES = {
  PUBLIC_URL: 'set it to the address by which Slack and the payment service reach this app',
  SLACK_SIGNING_SECRET: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_BOT_TOKEN: 'copy the Bot User OAuth Token from OAuth & Permissions of your Slack app',
  SLACK_CLIENT_ID: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_CLIENT_SECRET: 'copy it from Basic Information > App Credentials of your Slack app',
  SLACK_STATE_SECRET: 'make one with `openssl rand -base64 32`, and keep it',
  ENCRYPTION_KEY: 'make one with `openssl rand -base64 32`, and keep it as safe as a backup of the database',
  PAYLINK_BASE_URL: 'set it to the payment service’s base address, its prefix included',
  PAYLINK_API_KEY: 'copy it from the payment service’s dashboard',
  PAYLINK_ACCOUNT_ID: 'ask the payment service for it',
  PAYLINK_SECRET_KEY: 'the payment service issues it with the API key',
} as const;

type Variable = keyof typeof REMEDIES;

const OAUTH: Variable[] = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'];
const CREDENTIALS: Variable[] = ['PAYLINK_API_KEY', 'PAYLINK_ACCOUNT_ID', 'PAYLINK_SECRET_KEY'];

/**
 * Which variables are required depends on the others: one workspace or many, HTTP or Socket Mode.
 * `faults` are lines that begin with the variable's name; `unused` are set but have no effect next to the others.
 */
export const judgeVariables = (
  given: Readonly<Record<string, string>>,
): { faults: string[]; unused: string[] } => {
  const isGiven = (name: string) => given[name] !== undefined;
  const hasManyWorkspaces = OAUTH.some(isGiven);
  const hasSockets = isGiven('SLACK_APP_TOKEN');
  const needed: Variable[] = [
    ...(hasSockets ? [] : (['SLACK_SIGNING_SECRET'] as const)),
    ...(hasSockets && !hasManyWorkspaces ? [] : (['PUBLIC_URL'] as const)),
    ...(hasManyWorkspaces
      ? [...OAUTH, 'ENCRYPTION_KEY' as const]
      : ['SLACK_BOT_TOKEN' as const, ...CREDENTIALS]),
    'PAYLINK_BASE_URL',
  ];
  return {
    faults: [
      ...needed.filter((name) => !isGiven(name)).map((name) => `${name} is missing: ${REMEDIES[name]}`),
      ...(hasManyWorkspaces && isGiven('SLACK_BOT_TOKEN')
        ? [
            'SLACK_BOT_TOKEN is for one workspace, and SLACK_CLIENT_ID for many: leave out the one or the other',
          ]
        : []),
    ],
    unused: (hasManyWorkspaces ? [...CREDENTIALS, 'PAYLINK_ADMINS'] : ['ENCRYPTION_KEY']).filter(isGiven),
  };
};

import { SANDBOX_CREDENTIALS } from './sandbox/check-caller.ts';
import type { LocalSlack } from './slack/local-slack.ts';

/** What an app's environment says of the local Slack and of a payment service that takes the sandbox's credentials. */
export const buildAppEnvironment = ({
  slack,
  sandbox,
}: {
  slack: Pick<LocalSlack, 'apiUrl' | 'signingSecret' | 'botToken'>;
  sandbox: { baseUrl: string };
}) => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_BOT_TOKEN: slack.botToken,
  PAYLINK_BASE_URL: sandbox.baseUrl,
  PAYLINK_API_KEY: SANDBOX_CREDENTIALS.apiKey,
  PAYLINK_ACCOUNT_ID: SANDBOX_CREDENTIALS.accountId,
  PAYLINK_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
});

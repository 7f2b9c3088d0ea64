import { App, HTTPReceiver, type Logger, LogLevel } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import {
  createLocalSlack,
  type LocalSlack,
  type LocalSlackOptions,
} from '../../../playground/slack/local-slack.ts';

export interface BoltScene {
  slack: LocalSlack;
  app: App;
  client: WebClient;
  appUrl: string;
  close(): Promise<void>;
}

const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

export const createClient = (slack: LocalSlack, token = slack.botToken): WebClient =>
  new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  });

/** A real Bolt app over HTTP against a local Slack; `listen` registers the test's listeners. */
export const startBoltApp = async (
  listen: (app: App) => void,
  options: LocalSlackOptions = {},
): Promise<BoltScene> => {
  const slack = await createLocalSlack({ answerWithinMs: 1_000, ...options });
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    // The tests provoke errors; their stack traces would be noise.
    logger: silent,
    // Shorter than Bolt's own 3 s, to save time.
    unhandledRequestTimeoutMillis: 500,
  });
  const app = new App({
    token: slack.botToken,
    receiver,
    logger: silent,
    tokenVerificationEnabled: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  const server = await receiver.start(0);
  const address = server.address();
  const appUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  slack.setAppUrl(appUrl);
  return {
    slack,
    app,
    appUrl,
    client: createClient(slack),
    close: async () => {
      await receiver.stop();
      await slack.close();
    },
  };
};

import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import {
  createLocalSlack,
  type LocalSlack,
  type LocalSlackOptions,
} from '../../../playground/slack/local-slack.ts';
import { createClient, serveBolt } from './call-slack.ts';

export interface BoltScene {
  slack: LocalSlack;
  app: App;
  client: WebClient;
  appUrl: string;
  close(): Promise<void>;
}

/** A real Bolt app over HTTP against a local Slack; `listen` registers the test's listeners. */
export const startBoltApp = async (
  listen: (app: App) => void,
  options: LocalSlackOptions = {},
): Promise<BoltScene> => {
  const slack = await createLocalSlack({ answerWithinMs: 1_000, ...options });
  const { app, appUrl, stop } = await serveBolt(
    slack,
    { token: slack.botToken, tokenVerificationEnabled: false },
    listen,
  );
  return {
    slack,
    app,
    appUrl,
    client: createClient(slack),
    close: async () => {
      await stop();
      await slack.close();
    },
  };
};

import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';

export type EventArgs = SlackEventMiddlewareArgs & AllMiddlewareArgs;

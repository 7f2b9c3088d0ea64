import type { CustomRoute, Logger } from '@slack/bolt';
import type { Log } from '../log.ts';
import { receiveByHttp } from './receive-by-http.ts';
import type { Receiving, WatchListener } from './receiving.ts';

interface ReceivingDependencies {
  slack: { signingSecret: string | null; appToken: string | null; apiUrl: string };
  publicUrl: string | null;
  routes: CustomRoute[];
  watch: WatchListener;
  logger: Logger;
  log: Log;
}

/** Uses a socket if there is a token for one, otherwise HTTP. */
export const openReceiving = async ({ slack, ...rest }: ReceivingDependencies): Promise<Receiving> => {
  if (slack.appToken !== null) {
    const { receiveBySocket } = await import('./receive-by-socket.ts');
    return receiveBySocket({ ...rest, appToken: slack.appToken, slackApiUrl: slack.apiUrl });
  }
  if (slack.signingSecret === null) throw new TypeError('Slack by HTTP needs a signing secret');
  return receiveByHttp({ ...rest, signingSecret: slack.signingSecret });
};

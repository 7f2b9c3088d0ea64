import type { SendEventOptions } from '../local-slack-api.ts';
import { APP, BOT_USER, TEAM, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { JsonRecord } from '../read-json.ts';
import type { ActDeps } from './act-deps.ts';

/** One event in the envelope of the Events API; true when the app took it. */
export const sendEvent = async (
  deps: ActDeps,
  event: JsonRecord,
  options: SendEventOptions = {},
): Promise<boolean> => {
  const body = {
    token: VERIFICATION_TOKEN,
    team_id: TEAM,
    api_app_id: APP,
    event,
    type: 'event_callback',
    event_id: options.eventId ?? deps.ids.next('Ev'),
    event_time: Math.trunc(deps.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: TEAM,
        user_id: BOT_USER,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
  const answer = await deps.post({
    what: `event ${String(event['type'])}`,
    contentType: 'application/json',
    body: JSON.stringify(body),
    shown: body,
    headers:
      options.retryNum === undefined
        ? {}
        : {
            'x-slack-retry-num': String(options.retryNum),
            'x-slack-retry-reason': options.retryReason ?? 'http_timeout',
          },
  });
  return answer.status === 200;
};

/** The challenge Slack sends when a request URL is entered. */
export const verifyUrl = async (deps: ActDeps): Promise<boolean> => {
  const challenge = deps.ids.secret();
  const body = { token: VERIFICATION_TOKEN, challenge, type: 'url_verification' };
  const answer = await deps.post({
    what: 'url_verification',
    contentType: 'application/json',
    body: JSON.stringify(body),
    shown: body,
  });
  return answer.status === 200 && answer.text.includes(challenge);
};

import type { JsonRecord } from '../page/read-json.ts';
import { VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppPost } from '../post-to-app.ts';
import type { ActDeps } from './find-target.ts';

type EventDeps = Pick<ActDeps, 'team' | 'ids' | 'now' | 'post' | 'retries'>;

/** The envelope of the Events API. */
export const buildEventBody = (event: JsonRecord, { team, ids, now }: EventDeps): JsonRecord => {
  const enterpriseId = team.enterprise?.id ?? null;
  return {
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    ...(enterpriseId === null ? {} : { enterprise_id: enterpriseId }),
    api_app_id: team.ids.app,
    event,
    type: 'event_callback',
    event_id: ids.next('Ev'),
    event_time: Math.trunc(now() / 1000),
    authorizations: [
      {
        enterprise_id: enterpriseId,
        team_id: team.id,
        user_id: team.ids.botUser,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
};

const buildPost = (what: string, body: JsonRecord, retry?: { num: number; reason: string }): AppPost => ({
  kind: 'events_api',
  what,
  contentType: 'application/json',
  body: JSON.stringify(body),
  shown: body,
  ...(retry === undefined ? {} : { retry }),
});

/** Sends an event and retries it later, as Slack does. True if the app accepted it at once. */
export const deliverEvent = async (
  deps: Pick<EventDeps, 'post' | 'retries'>,
  what: string,
  body: JsonRecord,
): Promise<boolean> => {
  const answer = await deps.post(buildPost(what, body));
  const isTaken = answer.status === 200;
  if (!isTaken && !answer.isRetryUnwanted)
    deps.retries.begin(async (num) => {
      const reason = answer.status === 0 ? 'http_timeout' : 'http_error';
      const again = await deps.post(buildPost(`${what}, retry ${num}`, body, { num, reason }));
      return again.status === 200 || again.isRetryUnwanted;
    });
  return isTaken;
};

/** Sends an event; true if the app accepted it at once. */
export const sendEvent = (deps: EventDeps, event: JsonRecord): Promise<boolean> =>
  deliverEvent(deps, `event ${String(event['type'])}`, buildEventBody(event, deps));

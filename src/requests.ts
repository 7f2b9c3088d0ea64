import type { App, Request } from './app-parts.ts';
import { createOneAtATime } from './delivery/one-at-a-time.ts';
import { createOpenHomes } from './home/open-homes.ts';
import { createHalfFilled } from './links/form/half-filled.ts';
import type { RequestOf } from './listeners.ts';
import { createRecentMap } from './recent-map.ts';
import { createBlockSupport } from './slack/post-response.ts';
import { createBusinessName, createConnectionHealths } from './tenancy/business-details.ts';

const MOST_REFRESHED = 5_000;

/** The app, as the requests of each workspace see it, with what this process remembers from one to the next. */
export const createRequests = (
  app: App,
  edge: Pick<Request, 'work' | 'stopping' | 'responses'>,
): RequestOf => {
  const { clients, clock, services } = app;
  const tablesOf = createBlockSupport(clock);
  const shared = {
    ...app,
    ...edge,
    openHomes: createOpenHomes(clock),
    refreshed: createRecentMap<number>(MOST_REFRESHED),
    halfFilled: createHalfFilled(clock, edge.stopping),
    businessName: createBusinessName({ serviceOf: services.entered, clock }),
    healths: createConnectionHealths({ serviceOf: services.entered, clock }),
    fileTurns: createOneAtATime(),
  };
  return ({ teamId, token, tokenTeamId }) => ({
    ...shared,
    teamId,
    // Created on first use: most commands only open a window, with the client that came with the request.
    get patientClient() {
      return clients.withToken(token, tokenTeamId);
    },
    tables: tablesOf(teamId),
  });
};

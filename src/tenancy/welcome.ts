import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { buildTell, defineTold } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import type { Installed, NewInstallation } from './installations.ts';
import { buildWelcome } from './welcome-view.ts';

const WELCOME = 'welcome';

/** `isAgain`: the app was already installed there. */
const idsSchema = z.object({ isAgain: z.boolean() });

/** To the person who installed the app: once for the first install, and once for each reinstall without a removal in between. */
export const buildWelcomeJob = ({ teamId, installedBy }: NewInstallation, { since, at }: Installed): NewJob =>
  buildTell({ teamId, key: [WELCOME, teamId, since, at].join(':') }, installedBy, {
    what: WELCOME,
    ids: { isAgain: since !== at } satisfies z.infer<typeof idsSchema>,
  });

/** What to do first. */
export const toldTenancy = defineTold({ [WELCOME]: idsSchema }, ({ installations }: App) => ({
  [WELCOME]: async ({ teamId, ids }) => {
    const installation = await installations?.find(teamId);
    return installation == null
      ? null
      : {
          message: buildWelcome({ ...ids, isConnected: installation.credentials !== null }),
        };
  },
}));

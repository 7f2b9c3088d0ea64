import { openLinkForm } from '../links/form/open-link-form.ts';
import { createButton } from '../slack/button.ts';
import { openSettings } from '../workspaces/settings/open-settings.ts';
import type { HomeListenerDependencies } from './open-homes.ts';
import { publishHome } from './publish-home.ts';

export const handleHomeNewLink = createButton<HomeListenerDependencies>(
  'home_new_link',
  ({ place, tell, args }, dependencies) => {
    const form = { place, teamId: place.teamId, userId: place.userId, channelId: null };
    return openLinkForm(args.client, dependencies, form, tell);
  },
);

export const handleHomeReport = createButton<HomeListenerDependencies>(
  'home_report',
  async ({ place, tell, args }, dependencies) => {
    const { openReportForm } = await import('../reports/report-command.ts');
    const { triggerId, teamId, userId } = place;
    const form = { triggerId, teamId, userId, channelId: null, kind: 'transactions' as const };
    await openReportForm(args.client, dependencies, form, tell);
  },
);

export const handleHomeRefresh = createButton<HomeListenerDependencies>(
  'home_refresh',
  async ({ place }, dependencies) => {
    const { teamId } = place;
    await dependencies.healths.check(teamId);
    await publishHome(place, dependencies);
  },
);

/** For this person alone. */
export const handleHomeHideSteps = createButton<HomeListenerDependencies>(
  'home_hide_steps',
  async ({ place }, dependencies) => {
    const { teamId, userId } = place;
    await dependencies.store.firstSteps.hide(teamId, userId, dependencies.clock.now());
    await publishHome(place, dependencies);
  },
);

export const handleHomeSettings = createButton<HomeListenerDependencies>(
  'home_settings',
  ({ place, tell, args }, dependencies) =>
    openSettings(args.client, dependencies, { ...place, channelId: null }, tell),
);

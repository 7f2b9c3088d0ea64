import { buildEditNotice } from '../links/card/notice-kinds.ts';
import { openGuidedForm } from '../links/form/guided-form.ts';
import { openLinkForm } from '../links/form/open-link-form.ts';
import { createButton } from '../slack/button.ts';
import { buildAccountConfirmed } from '../workspaces/accounts.ts';
import { permit } from '../workspaces/members.ts';
import { openSettings } from '../workspaces/settings/open-settings.ts';
import { writeAccount } from './home-setup-view.ts';
import type { HomeListenerDependencies } from './open-homes.ts';
import { publishHome } from './publish-home.ts';

export const handleHomeNewLink = createButton<HomeListenerDependencies>(
  'home_new_link',
  ({ place, tell, args }, dependencies) => {
    const form = { place, teamId: place.teamId, userId: place.userId, channelId: null };
    return openLinkForm(args.client, dependencies, form, tell);
  },
);

/** *Try it with AED 10*. */
export const handleHomeTry = createButton<HomeListenerDependencies>(
  'home_try',
  ({ place, tell, args }, dependencies) => {
    const { user } = args.body;
    return openGuidedForm(args.client, dependencies, { place, userName: user.name ?? user.username }, tell);
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

/** Cards that are drawn anew, newest first: they say which account they belong to. Others say so when they next change. */
const MOST_CARDS = 200;

/** *This is our account*: new work belongs to it from now on, and who made it is written down. */
export const handleConfirmAccount = createButton<HomeListenerDependencies>(
  'confirm_account',
  async ({ place, tell }, dependencies) => {
    const { accounts, audit, clock, healths, ids, notifier, store, watcher } = dependencies;
    const { teamId, userId, value } = place;
    if (!(await permit({ teamId, userId }, 'change-settings', dependencies, tell))) return;
    const standing = await accounts.standingOf(teamId);
    if (standing.is === 'unconfirmed' && writeAccount(standing.now) === value) {
      const { now, kept } = standing;
      const open = await store.linkSearch.newest({
        teamId,
        among: { by: 'state', state: 'open' },
        span: { from: 0, to: clock.now() },
        after: null,
        limit: MOST_CARDS,
      });
      await accounts.confirm(teamId, now, {
        by: userId,
        entry: audit.build(buildAccountConfirmed({ teamId, actorId: userId, now, kept })),
        jobs: open.map(({ id }) => buildEditNotice({ id, teamId }, ids)),
      });
      notifier.wake();
      watcher.wake();
    }
    await healths.check(teamId);
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

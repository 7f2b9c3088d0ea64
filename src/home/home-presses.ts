import type { Request } from '../app-parts.ts';
import { buildEditNotice } from '../links/card/notice-kinds.ts';
import { openGuidedForm } from '../links/form/guided-form.ts';
import { openLinkForm } from '../links/form/open-link-form.ts';
import { createButton } from '../slack/button.ts';
import { buildAccountConfirmed } from '../workspaces/accounts.ts';
import { permit } from '../workspaces/members.ts';
import { openSettings } from '../workspaces/settings/open-settings.ts';
import { writeAccount } from './home-setup-view.ts';
import { publishHome } from './publish-home.ts';

export const handleHomeNewLink = createButton<Request>('home_new_link', ({ place, tell, args }, request) => {
  const form = { place, teamId: place.teamId, userId: place.userId, channelId: null };
  return openLinkForm(args.client, request, form, tell);
});

/** *Try it with AED 10*. */
export const handleHomeTry = createButton<Request>('home_try', ({ place, tell, args }, request) => {
  const { user } = args.body;
  return openGuidedForm(args.client, request, { place, userName: user.name ?? user.username }, tell);
});

export const handleHomeReport = createButton<Request>(
  'home_report',
  async ({ place, tell, args }, request) => {
    const { openReportForm } = await import('../reports/report-command.ts');
    const { triggerId, teamId, userId } = place;
    const form = { triggerId, teamId, userId, channelId: null, kind: 'transactions' as const };
    await openReportForm(args.client, request, form, tell);
  },
);

export const handleHomeRefresh = createButton<Request>('home_refresh', async ({ place }, request) => {
  const { teamId } = place;
  await request.healths.check(teamId);
  await publishHome(place, request);
});

/** Cards that are drawn anew, newest first: they say which account they belong to. Others say so when they next change. */
const MOST_CARDS = 200;

/** *This is our account*: new work belongs to it from now on, and who made it is written down. */
export const handleConfirmAccount = createButton<Request>(
  'confirm_account',
  async ({ place, tell }, request) => {
    const { accounts, audit, clock, healths, ids, wake, store } = request;
    const { teamId, userId, value } = place;
    if (!(await permit({ teamId, userId }, 'change-settings', request, tell))) return;
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
      wake.notices();
      wake.checks();
    }
    await healths.check(teamId);
    await publishHome(place, request);
  },
);

/** For this person alone. */
export const handleHomeHideSteps = createButton<Request>('home_hide_steps', async ({ place }, request) => {
  const { teamId, userId } = place;
  await request.store.firstSteps.hide(teamId, userId, request.clock.now());
  await publishHome(place, request);
});

export const handleHomeSettings = createButton<Request>('home_settings', ({ place, tell, args }, request) =>
  openSettings(args.client, request, { ...place, channelId: null }, tell),
);

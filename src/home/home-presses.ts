import type { Request } from '../app-parts.ts';
import { buildLinkShows } from '../links/card/notice-kinds.ts';
import { openGuidedForm } from '../links/form/guided-form.ts';
import { openLinkForm } from '../links/form/open-link-form.ts';
import { openReportForm } from '../reports/report-command.ts';
import { openSection, openSettings } from '../settings/open-settings.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import { buildAccountConfirmed } from '../tenancy/accounts.ts';
import { writeAccount } from './home-setup-view.ts';
import { publishHome } from './publish-home.ts';

export const handleHomeNewLink = ({ place: { teamId, userId } }: Pressed, request: Request): Opening =>
  openLinkForm(request, { teamId, userId, channelId: null });

/** *Try it with AED 10*. */
export const handleHomeTry = ({ place: { teamId, userId }, args }: Pressed, request: Request): Opening => {
  const { user } = args.body;
  return openGuidedForm(request, { teamId, userId, userName: user.name ?? user.username });
};

export const handleHomeReport = (_: Pressed, request: Request): Opening =>
  openReportForm(request, { place: null, kind: 'transactions' });

export const handleHomeRefresh = async ({ place }: Pressed, request: Request): Promise<void> => {
  const { teamId } = place;
  await request.healths.check(teamId);
  await publishHome(place, request);
};

/** Cards that are drawn anew, newest first: they say which account they belong to. Others say so when they next change. */
const MOST_CARDS = 200;

/** *This is our account*: new work belongs to it from now on, and who made it is written down. */
export const handleConfirmAccount = async ({ place }: Pressed, request: Request): Promise<void> => {
  const { accounts, audit, clock, healths, store } = request;
  const { teamId, userId, value } = place;
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
      jobs: buildLinkShows(
        open.map(({ id, saleId }) => ({ id, teamId, saleId })),
        clock.now(),
      ),
    });
  }
  await healths.check(teamId);
  await publishHome(place, request);
};

/** *Confirm…*, of terms and e-mail. */
export const handleHomeTerms = ({ place: { teamId, userId } }: Pressed, request: Request): Opening =>
  openSection(request, { teamId, userId, channelId: null }, 'form');

export const handleHomeSettings = ({ place: { teamId, userId } }: Pressed, request: Request): Opening =>
  openSettings(request, { teamId, userId, channelId: null });

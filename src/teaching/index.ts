import type { Request } from '../app-parts.ts';
import { open, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Link } from '../store/link.ts';
import { WHAT_CAME, WHAT_CAME_JOB } from './ask-about-record.ts';
import { handleColumnsSubmission, handleSayColumns } from './payout-columns.ts';
import { COLUMNS_FORM, SAY_COLUMNS_ACTION } from './payout-columns-view.ts';
import { findExplained, handleSeeWhatCame, handleWhatCameSubmission } from './what-came-press.ts';
import { SEE_WHAT_CAME_ACTION, WHAT_CAME_FORM } from './what-came-view.ts';

const LINK: About<Request, Link, Pressed> = {
  noun: 'payment link',
  find: async ({ place: { teamId, value } }, { store }) =>
    value === null ? null : store.links.find(teamId, value),
};

const ofRecords = (name: string) => ({ name, needs: 'explain-records', about: LINK }) as const;

const ofColumns = (name: string) => ({ name, needs: 'explain-records' }) as const;

/** *See what came*, and what admins answer there; the same of columns of payouts. */
export const TEACHING = {
  views: {
    [WHAT_CAME_FORM]: submit(
      {
        ...{ name: 'what came', needs: 'explain-records' },
        about: { noun: 'payment link', find: findExplained },
      },
      handleWhatCameSubmission,
    ),
    [COLUMNS_FORM.callbackId]: submit(ofColumns('columns of payouts'), handleColumnsSubmission),
  },
  actions: {
    [SEE_WHAT_CAME_ACTION]: open(ofRecords('see what came'), handleSeeWhatCame),
    [SAY_COLUMNS_ACTION]: open(ofColumns('say what it is'), handleSayColumns),
  },
  /** Asks the admins what the service said. */
  jobs: { [WHAT_CAME_JOB]: WHAT_CAME },
} satisfies Room;

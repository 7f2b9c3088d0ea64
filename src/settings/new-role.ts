import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { buildMessage, type Message } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import type { RoleChange } from '../people/member-store.ts';
import { buildTell, defineTold } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { GIVEN_ROLES, type GivenRole, ROLES_GIVEN } from './roles.ts';

const NEW_ROLE = 'new-role';

const idsSchema = z.object({ role: z.enum(GIVEN_ROLES) });

/** To whoever gets a role; who gives it to themselves knows. */
export const buildNewRoleJobs = (
  { userId, to }: RoleChange,
  { teamId, by, at }: { teamId: string; by: string; at: number },
): NewJob[] =>
  to === null || userId === by
    ? []
    : [
        buildTell({ teamId, key: [NEW_ROLE, teamId, userId, to, at].join(':') }, userId, {
          what: NEW_ROLE,
          ids: { role: to },
        }),
      ];

/** `limitFils`: above it, links need an approval; null: none do. */
export const buildNewRole = (role: GivenRole, limitFils: number | null): Message => {
  const { you, can } = ROLES_GIVEN[role];
  const approves = role === 'supervisor' && limitFils !== null;
  return buildMessage(
    `You’re ${you} now: ${approves ? `approve links above ${formatAed(limitFils)}, ` : ''}${can}. \`/paylink help\``,
  );
};

/** What they can do now, as long as they have the role. */
export const toldSettings = defineTold({ [NEW_ROLE]: idsSchema }, ({ members, settings }: App) => ({
  [NEW_ROLE]: async ({ teamId, to, ids: { role } }) => {
    if ((await members.roleOf(teamId, to)) !== role) return null;
    const { approvalLimitFils } = await settings.of(teamId);
    return { message: buildNewRole(role, approvalLimitFils), refused: () => [] };
  },
}));

import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { section } from '../blocks/message.ts';
import { joinSome, mention } from '../blocks/refusal.ts';
import { plain } from '../blocks/text.ts';
import type { Member } from '../people/members.ts';
import { buildInputs, type Field, people, readForm } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';

/** Roles you can give in the settings; everyone else is a cashier. */
export const GIVEN_ROLES = ['supervisor', 'finance', 'admin'] as const;

export type GivenRole = (typeof GIVEN_ROLES)[number];

export type GivenRoles = Record<GivenRole, readonly string[]>;

/** `can`: in the settings, and in the message to whoever gets the role. */
export const ROLES_GIVEN: Record<GivenRole, { label: string; you: string; can: string }> = {
  supervisor: {
    label: 'Supervisors',
    you: 'a supervisor',
    can: 'see everyone’s links and reports',
  },
  finance: {
    label: 'Finance',
    you: 'finance',
    can: 'see everyone’s links and reports, export them, and see who did what',
  },
  admin: { label: 'Admins', you: 'an admin', can: 'do everything, the settings included' },
};

export const LAST_ADMIN = 'At least one admin must remain.';

export const groupByRole = (roleHolders: readonly Member[]): GivenRoles => {
  const of = (role: Member['role']) =>
    roleHolders.filter((member) => member.role === role).map(({ userId }) => userId);
  return { supervisor: of('supervisor'), finance: of('finance'), admin: of('admin') };
};

/** A field for each role. `isBare`: they show nobody. */
const buildRoleFields = (roles: GivenRoles, isBare: boolean) => {
  const ofRole = (role: GivenRole): Field<readonly string[]> & { optional: true } => ({
    label: ROLES_GIVEN[role].label,
    hint: `They ${role === 'supervisor' ? 'approve links above the limit, ' : ''}${ROLES_GIVEN[role].can}.`,
    optional: true,
    kind: people({ placeholder: roles[role].length > 0 && isBare ? 'No change' : 'Nobody yet', isBare }),
  });
  return { supervisor: ofRole('supervisor'), finance: ofRole('finance'), admin: ofRole('admin') };
};

interface ShownRoles {
  roles: GivenRoles;
  /** Stay admins whatever is chosen. */
  fixedAdmins: readonly string[];
  /** The fields show nobody, and leave as they are who is not named anew. */
  isBare: boolean;
}

/** Who has which role, and the links of whoever leaves. */
export const buildPeople = ({ roles, fixedAdmins, isBare }: ShownRoles): KnownBlock[] => [
  section(
    `Everyone else is a *cashier*: makes links, and works with their own.${fixedAdmins.length === 0 ? '' : ` ${nameStaying(fixedAdmins)}, by the installation.`}${isBare ? nameGiven(roles) : ''}`,
  ),
  ...buildInputs(buildRoleFields(roles, isBare), roles),
];

/** A menu: whoever is chosen in it has links to hand over. */
export const HAND_OVER_FROM_ACTION = 'hand_over_from';

export const buildLeaver = (): KnownBlock => ({
  ...section('*Somebody leaves?* Hand over all their open links.', 'leaver'),
  accessory: {
    type: 'users_select',
    action_id: HAND_OVER_FROM_ACTION,
    placeholder: plain('Choose who leaves', limits.placeholder),
  },
});

/**
 * The roles that a window was sent with, one for each person: whoever is named under another one than before moves. `stayed`: the
 * fixed admins whom it names for another role. Throws `Refused`.
 */
export const readRoles = (
  held: object,
  { roles, fixedAdmins, isBare }: ShownRoles,
): { given: Map<string, GivenRole>; stayed: string[] } => {
  const asked = readForm(buildRoleFields(roles, isBare), held);
  const given = new Map<string, GivenRole>();
  const stayed = new Set<string>();
  const errors: Record<string, string> = {};
  for (const role of GIVEN_ROLES) {
    const named = [...new Set(asked[role] ?? [])];
    for (const userId of isBare && named.length === 0 ? roles[role] : named) {
      const other = given.get(userId);
      if (fixedAdmins.includes(userId)) {
        if (role !== 'admin') stayed.add(userId);
      } else if (other === undefined || roles[other].includes(userId)) given.set(userId, role);
      else if (!roles[role].includes(userId))
        errors[role] = `Someone here is also under ${ROLES_GIVEN[other].label}: each person has one role.`;
    }
  }
  if (Object.keys(errors).length > 0) throw new Refused(errors);
  return { given, stayed: [...stayed] };
};

/** Name this many users, then only count the rest: the list has no upper limit. */
const MOST_NAMED = 20;

/** Lists the current roles as text, for a form whose fields cannot show them. */
function nameGiven(roles: GivenRoles): string {
  const lines = GIVEN_ROLES.filter((role) => roles[role].length > 0).map(
    (role) => `${ROLES_GIVEN[role].label}: ${nameAll(roles[role])}.`,
  );
  return lines.length === 0
    ? ''
    : `\nThe fields can’t show who has a role now. Blank: no change.\n${lines.join('\n')}`;
}

const nameAll = (some: readonly string[]): string => joinSome(some.map(mention), MOST_NAMED);

/** `@Ravi stays an admin` */
export const nameStaying = (some: readonly string[]): string =>
  `${nameAll(some)} ${some.length === 1 ? 'stays an admin' : 'stay admins'}`;

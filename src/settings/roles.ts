import type { KnownBlock } from '@slack/types';
import { section } from '../blocks/message.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import type { Member } from '../people/members.ts';
import { buildInputs, type Field, people, readForm } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';

/** Roles you can give in the settings; everyone else is a cashier. */
const GIVEN_ROLES = ['supervisor', 'finance', 'admin'] as const;

type GivenRole = (typeof GIVEN_ROLES)[number];

export type GivenRoles = Record<GivenRole, readonly string[]>;

const PEOPLE: Record<GivenRole, { label: string; hint: string }> = {
  supervisor: {
    label: 'Supervisors',
    hint: 'Work with everybody’s links, read reports, and approve links above the limit.',
  },
  finance: {
    label: 'Finance',
    hint: 'Work with everybody’s links, read and export reports and the audit trail, and switch the daily close and the weekly summary on and off.',
  },
  admin: { label: 'Admins', hint: 'May do everything, these settings included.' },
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
    ...PEOPLE[role],
    optional: true,
    kind: people({ placeholder: roles[role].length > 0 && isBare ? 'No change' : 'Nobody yet', isBare }),
  });
  return { supervisor: ofRole('supervisor'), finance: ofRole('finance'), admin: ofRole('admin') };
};

/** Who has which role. `isBare`: the fields show nobody, and leave as they are who is not named anew. */
export const buildPeople = ({
  roles,
  fixedAdmins,
  isBare,
}: {
  roles: GivenRoles;
  fixedAdmins: readonly string[];
  isBare: boolean;
}): KnownBlock[] => [
  section(
    `Everyone is a *cashier*: they make links and work with their own.${nameFixed(fixedAdmins)}${isBare ? nameGiven(roles) : ''}`,
  ),
  ...buildInputs(buildRoleFields(roles, isBare), roles),
];

/**
 * The roles that a window was sent with. One for each person: the second list that names somebody gets the error. `fixedAdmins`
 * stay admins whatever the form says. Throws `Refused`.
 */
export const readRoles = (
  held: object,
  { roles, fixedAdmins, isBare }: { roles: GivenRoles; fixedAdmins: readonly string[]; isBare: boolean },
): Map<string, GivenRole> => {
  const asked = readForm(buildRoleFields(roles, isBare), held);
  const given = new Map<string, GivenRole>();
  const errors: Record<string, string> = {};
  for (const role of GIVEN_ROLES) {
    const named = [...new Set(asked[role] ?? [])];
    const everybody = isBare && named.length === 0 ? roles[role] : named;
    if (everybody.some((userId) => given.has(userId)))
      errors[role] = 'Someone here has another role above: each person has one role.';
    else if (role !== 'admin' && everybody.some((userId) => fixedAdmins.includes(userId)))
      errors[role] = 'Someone here was made an admin during installation, and can’t have another role.';
    for (const userId of everybody) if (!fixedAdmins.includes(userId)) given.set(userId, role);
  }
  if (Object.keys(errors).length > 0) throw new Refused(errors);
  return given;
};

/** Name this many users, then only count the rest: the list has no upper limit. */
const MOST_NAMED = 20;

/** Lists the current roles as text, for a form whose fields cannot show them. */
function nameGiven(roles: GivenRoles): string {
  const lines = GIVEN_ROLES.filter((role) => roles[role].length > 0).map(
    (role) => `${PEOPLE[role].label}: ${nameAll(roles[role])}.`,
  );
  if (lines.length === 0) return '';
  return `\nThe fields below can’t show who has a role now. A field left blank changes nothing.\n${lines.join('\n')}`;
}

function nameAll(people: readonly string[]): string {
  const rest = people.length - MOST_NAMED;
  return joinWords(
    [
      ...people.slice(0, MOST_NAMED).map(mention),
      ...(rest > 0 ? [`${rest} ${rest === 1 ? 'other' : 'others'}`] : []),
    ],
    'and',
  );
}

function nameFixed(fixedAdmins: readonly string[]): string {
  if (fixedAdmins.length === 0) return '';
  const verb = fixedAdmins.length === 1 ? 'is an admin' : 'are admins';
  return `\n${nameAll(fixedAdmins)} ${verb} as set during installation, whatever is chosen here.`;
}

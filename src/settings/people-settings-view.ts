import type { InputBlock, KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, section } from '../blocks/message.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { plain } from '../blocks/text.ts';
import type { WorkspaceSettings } from '../store/settings-store.ts';
import {
  GIVEN_ROLES,
  type GivenRole,
  type GivenRoles,
  input,
  SETTINGS_FORM,
  SETTINGS_OPTION,
} from './settings-fields.ts';

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

/** Who has which role. `isBare`: the fields show nobody, and leave as they are who is not named anew. */
export function buildPeople({
  settings,
  roles,
  fixedAdmins,
  isBare = false,
}: {
  settings: Pick<WorkspaceSettings, 'areCustomersShared'>;
  roles: GivenRoles;
  fixedAdmins: readonly string[];
  isBare?: boolean;
}): KnownBlock[] {
  const shared = buildOption(SETTINGS_OPTION.sharedCustomers, 'Cashiers find everyone’s customers');
  return [
    section(
      `Everyone is a *cashier*: they make links and work with their own.${nameFixed(fixedAdmins)}${isBare ? nameGiven(roles) : ''}`,
    ),
    {
      type: 'input',
      block_id: SETTINGS_FORM.customers,
      optional: true,
      label: plain('Known customers', limits.input.label),
      hint: plain('Otherwise forms fill in, for a cashier, only customers of their own links.'),
      element: {
        type: 'checkboxes',
        action_id: SETTINGS_FORM.customers,
        options: [shared],
        ...(settings.areCustomersShared ? { initial_options: [shared] } : {}),
      },
    },
    ...GIVEN_ROLES.map(
      (role): InputBlock => ({
        ...input(role, PEOPLE[role].label),
        optional: true,
        hint: plain(PEOPLE[role].hint),
        element: {
          type: 'multi_users_select',
          action_id: role,
          placeholder: plain(
            roles[role].length > 0 && isBare ? 'No change' : 'Nobody yet',
            limits.placeholder,
          ),
          ...(roles[role].length > 0 && !isBare ? { initial_users: roles[role] } : {}),
        },
      }),
    ),
  ];
}

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

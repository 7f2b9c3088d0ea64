import { expect, test } from 'vitest';
import { findApprovers } from '../../src/people/find-approvers.ts';

const SUPERVISORS = ['U1', 'U2'];
const ADMINS = ['U8', 'U9'];
const MANY = Array.from({ length: 12 }, (_, i) => `U${10 + i}`);

test.for<[title: string, { supervisors?: string[]; admins?: string[]; asked?: string[] }, object]>([
  ['the supervisors', {}, { people: SUPERVISORS, reason: 'approver' }],
  ['not the creator', { supervisors: ['UCREATOR', 'U2'] }, { people: ['U2'], reason: 'approver' }],
  ['nobody twice', { supervisors: ['U1', 'U1'] }, { people: ['U1'], reason: 'approver' }],
  ['ten at a time', { supervisors: MANY }, { people: MANY.slice(0, 10), reason: 'approver' }],
  [
    'then the others',
    { supervisors: MANY, asked: MANY.slice(0, 10) },
    { people: MANY.slice(10), reason: 'no-answer' },
  ],
  ['then the admins', { asked: SUPERVISORS }, { people: ADMINS, reason: 'no-answer' }],
  ['then nobody', { asked: [...SUPERVISORS, ...ADMINS] }, { people: [], reason: 'nobody-left' }],
  [
    'the admins if the creator is the only supervisor',
    { supervisors: ['UCREATOR'] },
    { people: ADMINS, reason: 'no-other-approver' },
  ],
  ['the admins if there are no supervisors', { supervisors: [] }, { people: ADMINS, reason: 'approver' }],
  [
    'nobody if the creator is the only one',
    { supervisors: [], admins: ['UCREATOR'] },
    { people: [], reason: 'nobody-left' },
  ],
  ['nobody by name without roles', { supervisors: [], admins: [] }, { people: [], reason: 'roles-off' }],
])(
  'those asked to approve are %s',
  async ([, { supervisors = SUPERVISORS, admins = ADMINS, asked = [] }, next]) => {
    const members = {
      whoMay: async (_: string, right: string) =>
        ({ approve: [...supervisors, ...admins], 'change-settings': admins })[right] ?? [],
    };
    expect(await findApprovers({ teamId: 'T0PLAY', creatorId: 'UCREATOR', asked, members })).toEqual(next);
    if (asked.length === 0)
      expect(await findApprovers({ teamId: 'T0PLAY', creatorId: 'UCREATOR', members })).toEqual(next);
  },
);

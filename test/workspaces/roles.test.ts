import { expect, test } from 'vitest';
import {
  isPermitted,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  rolesWith,
} from '../../src/workspaces/members.ts';

const allowed = (role: Role | null): Permission[] =>
  PERMISSIONS.filter((permission) => isPermitted(role, permission));

test('each role may what it is for, and no more', () => {
  expect(allowed('cashier')).toEqual([]);
  expect(allowed('supervisor')).toEqual([
    'use-any-link',
    'hand-over-any-link',
    'make-batch',
    'read-reports',
    'approve',
  ]);
  expect(allowed('finance')).toEqual([
    'use-any-link',
    'make-batch',
    'read-reports',
    'export',
    'switch-daily-close',
    'read-audit',
  ]);
  expect(allowed('admin')).toEqual([...PERMISSIONS]);
});

test('without roles everybody may everything but what is an admin’s alone', () => {
  const ofAdmins = ['change-settings', 'forget-customers'];
  expect(allowed(null)).toEqual(PERMISSIONS.filter((permission) => !ofAdmins.includes(permission)));
});

test('a person named for a permission has it', () => {
  for (const permission of PERMISSIONS)
    expect(ROLES.filter((role) => isPermitted(role, permission))).toEqual([...rolesWith(permission)]);
});

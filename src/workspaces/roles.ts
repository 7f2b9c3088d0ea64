import { ROLES, type Role } from '../store/member-store.ts';

export { ROLES, type Role };

export const PERMISSIONS = [
  'make-links',
  'use-any-link',
  'read-reports',
  'export',
  'switch-daily-close',
  'approve',
  'read-audit',
  'change-settings',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Who may what. Everybody may use the links that they made themselves. */
const MAY: Record<Permission, readonly Role[]> = {
  'make-links': ROLES,
  'use-any-link': ['supervisor', 'finance', 'admin'],
  'read-reports': ['supervisor', 'finance', 'admin'],
  export: ['finance', 'admin'],
  'switch-daily-close': ['finance', 'admin'],
  approve: ['supervisor', 'admin'],
  'read-audit': ['finance', 'admin'],
  'change-settings': ['admin'],
};

export const rolesWith = (permission: Permission): readonly Role[] => MAY[permission];

/** `role`: null where roles are off, as nobody administers Paylink; then only settings wait for somebody who does. */
export const isPermitted = (role: Role | null, permission: Permission): boolean =>
  role === null ? permission !== 'change-settings' : MAY[permission].includes(role);

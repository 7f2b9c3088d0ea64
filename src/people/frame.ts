import type { Request } from '../app-parts.ts';
import { createFrame } from '../slack/frame.ts';
import { type Permission, requirePermission } from './members.ts';

/** The ways by which people ask for something: see `createFrame`. */
export const { press, open, submit, command, shortcut, choose } = createFrame<Request, Permission>(
  requirePermission,
);

import { afterEach } from 'vitest';
import {
  createSandboxService,
  type SandboxOptions,
  type SandboxService,
} from '../../../playground/sandbox/sandbox-service.ts';

/** 21 November 2026, 12:00 in Dubai. */
export const NOON = Date.UTC(2026, 10, 21, 8, 0, 0);

/** Starts sandboxes without history and with a fixed clock, and closes them after each test. */
export const createSandboxes = () => {
  const open: SandboxService[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
  });
  return async (options: SandboxOptions = {}): Promise<SandboxService> => {
    const sandbox = await createSandboxService({ history: 'none', now: () => NOON, ...options });
    open.push(sandbox);
    return sandbox;
  };
};

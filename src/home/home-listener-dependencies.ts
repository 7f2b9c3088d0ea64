import type { Approvals } from '../approvals/approvals.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { ConnectionHealths } from '../workspaces/connection-health.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { OpenHomes } from './open-homes.ts';

/** What the listeners of the app's home use. */
export interface HomeListenerDependencies
  extends LinkDependencies,
    Pick<WorkspaceDependencies, 'connectAddress'> {
  openHomes: OpenHomes;
  healths: ConnectionHealths;
  approvals: Pick<Approvals, 'waitingIn'>;
  /** The scopes granted in the workspace; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /** Without callbacks: the longest a payment can go unnoticed, in milliseconds. Null: the service sends callbacks. */
  noticedWithinMs: number | null;
}

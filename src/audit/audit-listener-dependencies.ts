import type { ListenerDependencies } from '../slack/listener.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

/** What the audit trail's listeners use. */
export interface AuditListenerDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit' | 'jobWorker'> {}

import type { ListenerDependencies } from '../slack/listener.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

/** What searching links uses. */
export interface SearchDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit'> {}

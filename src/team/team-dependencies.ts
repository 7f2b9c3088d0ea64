import type { ReportServices } from '../reports/report-dependencies.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

/** What the figures of a team use. */
export interface TeamDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit' | 'jobWorker'> {
  reports: Pick<ReportServices, 'tables' | 'responses'>;
}

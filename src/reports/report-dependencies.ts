import type { Pictures } from '../delivery/pictures/pictures.ts';
import type { ListenerDependencies } from '../slack/listener-dependencies.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { ReportServices } from './report-event.ts';

/** What the listeners of reports use. */
export interface ReportDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'audit'> {
  reports: ReportServices;
  pictures: Pictures;
}

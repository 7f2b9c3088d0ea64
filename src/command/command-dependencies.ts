import type { AuditListenerDependencies } from '../audit/audit-command.ts';
import type { BatchDependencies } from '../batches/open-batch-form.ts';
import type { ExportDependencies } from '../exports/export-dependencies.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { PayoutDependencies } from '../payouts/payout-dependencies.ts';
import type { SearchDependencies } from '../search/search-command.ts';
import type { TeamDependencies } from '../team/team-command.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

/** What `/paylink` uses: what each thing does that its words can open. */
export type CommandDependencies = LinkDependencies &
  PayoutDependencies &
  BatchDependencies &
  ExportDependencies &
  AuditListenerDependencies &
  SearchDependencies &
  TeamDependencies &
  WorkspaceDependencies & {
    /** Without callbacks: the longest a payment can go unnoticed, in milliseconds. Null: the service sends callbacks. */
    noticedWithinMs: number | null;
  };

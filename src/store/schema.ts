import type { Selectable } from 'kysely';
import type { Description, Fate, StoredColumns } from './engine/table.ts';
import { approvalAsks } from './tables/approval-asks.ts';
import { auditEntries } from './tables/audit.ts';
import { batches, batchRows } from './tables/batches.ts';
import { forgottenCustomers } from './tables/customers.ts';
import { jobs } from './tables/jobs.ts';
import {
  callbacks,
  counterWindows,
  keptRecords,
  linkEvents,
  linkMovements,
  links,
  pictures,
  transactionReadings,
} from './tables/links.ts';
import { messages } from './tables/messages.ts';
import { meta } from './tables/meta.ts';
import { processes } from './tables/processes.ts';
import { schedules } from './tables/schedules.ts';
import { settings } from './tables/settings.ts';
import { accounts, installations, members, taughtWords, tickets } from './tables/workspaces.ts';

/** All tables, each after those that it refers to. */
export const TABLES = {
  links,
  linkMovements,
  linkEvents,
  callbacks,
  keptRecords,
  transactionReadings,
  pictures,
  counterWindows,
  approvalAsks,
  batches,
  batchRows,
  forgottenCustomers,
  jobs,
  messages,
  meta,
  processes,
  schedules,
  installations,
  accounts,
  tickets,
  members,
  settings,
  auditEntries,
  taughtWords,
} as const satisfies Record<string, Description>;

/** The tables as Kysely sees them. */
export type Schema = { [Name in keyof typeof TABLES]: StoredColumns<(typeof TABLES)[Name]> };

/** The tables whose rows have such a fate. */
export type TablesWith<Ends extends Partial<Fate>> = {
  [Name in keyof typeof TABLES]: (typeof TABLES)[Name]['fate'] extends Ends ? Name : never;
}[keyof typeof TABLES];

/** The tables whose rows are of one workspace each, in `teamId`. */
export const WORKSPACE_TABLES = Object.values(TABLES).filter(
  (table): table is (typeof TABLES)[TablesWith<{ of: 'workspace' }>] => table.fate.of === 'workspace',
);

/** A row as it is stored: instants in milliseconds since the epoch, money in fils, JSON as text, booleans as 0 or 1. */
export type Stored<Name extends keyof Schema> = Selectable<Schema[Name]>;

export type LinkRow = Stored<'links'>;
export type JobRow = Stored<'jobs'>;
export type BatchTableRow = Stored<'batches'>;
export type ScheduleRow = Stored<'schedules'>;

export { BATCH_STATES, type BatchRowState, type BatchState } from './tables/batches.ts';
export type { JobState } from './tables/jobs.ts';

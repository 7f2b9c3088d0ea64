/** Tables that do not grow with sales, and temporary results of a few rows. */
const SMALL =
  /^SCAN (\d+ CONSTANT ROWS?|CONSTANT ROW|installations|workspaces|accounts|transaction_readings|owned|settings|schedules|processes|forgotten_customers|kysely_\w+|sqlite_schema|json_each|wanted|ahead|behind|due|known|newest|earlier|\(\w+-?\d*\))/;

/** Statements that read all rows of a table or a workspace, with the reason. */
const ALLOWED: [statement: RegExp, why: string][] = [
  [/^select 1 from "\w+" limit 1$/, 'one row'],
  [
    /^select "messages"."id" from \(select "id" from "links" .* order by "created_at" desc limit \?\)/,
    'the newest, in the order of the index',
  ],
  [
    /^select "created_at" from "links" where "team_id" = \? order by "created_at" desc limit \?$/,
    'the newest, in the order of the index',
  ],
  [
    /^select "evidence" from "link_events" .* order by "created_at" desc limit \?\) order by "at" desc limit \?$/,
    'the newest, in the order of the index',
  ],
  [/^select \* from "links" where "state" = \? order by "created_at"$/, 'few links are reserved at a time'],
  [/^select "state", cast\(count\(\*\)/, 'counts what is unfinished, in the index alone'],
  [
    /^select "id", "state", "link_id", "created_at", "details", "reason" from "approvals" where "team_id" = \?$/,
    'an admin has a customer forgotten',
  ],
  [/^update "\w+" set "(\w+_)?channel_id" = \?/, 'Slack gave a channel another id'],
  [
    /^update "jobs" .* from messages where team_id = \? and channel_id = \?\)\)( returning "lane")?$/,
    'Slack gave a channel another id',
  ],
  [/^select "id", "key", "state", "payload", "progress" from "jobs"/, 'Slack gave a channel another id'],
  [/^delete from "jobs" where "team_id" = \?$/, 'a workspace is closed; ended jobs live for a month at most'],
  [
    /^insert into "links" /,
    'approvals are read where a foreign key is still to be kept at the commit, which none is',
  ],
  [/^select "name", "value" from "meta" where "name" like /, 'one short row for each workspace'],
  [/^update links set (owner_id|invoice_key|paid_at|qr_state|answer|payment) = /, 'a migration'],
  [/^select "id" from "audit_entries" where "team_id" = \? limit \?$/, 'one row'],
  [/^update "\w+" set "team_id" = \? where/, 'a workspace begins anew'],
  [
    /^update "jobs" set "state" = \?, .* where "team_id" = \? and "state" in \(\?, \?, \?\)$/,
    'a workspace begins anew',
  ],
  [/^select "state" from "links"$/, 'the load counts what it made'],
  [/^select "jobs"."seq", .* from "messages" inner join "links" /, 'the load counts what it made'],
  [/^select "id", "customer" from "links" order by "id"$/, 'a migration’s test'],
];

const isLong = (step: string, text: string): boolean =>
  step.startsWith('SCAN ')
    ? !SMALL.test(step)
    : /^SEARCH (links|audit_entries|approvals) .*\((team_id|state)=\?\)$/.test(step) ||
      (/^SEARCH (links|audit_entries|approvals) .*\(id>\?\)$/.test(step) &&
        / where .*"team_id" = /.test(text));

/** The steps of a query plan whose cost grows with the data. */
export const findLongReads = (text: string, plan: readonly string[]): string[] => {
  const inOneLine = text.replaceAll(/\s+/g, ' ');
  if (ALLOWED.some(([statement]) => statement.test(inOneLine))) return [];
  return plan.filter((step) => isLong(step, text)).map((step) => `${step}: ${inOneLine}`);
};

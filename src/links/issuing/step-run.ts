import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';

/** A run of a workflow step is one order, as a form is: Slack's id of the run is in the place of the form's nonce. */
const PREFIX = 'step:';

export const nonceOfRun = (executionId: string): string => `${PREFIX}${executionId}`;

/** Once for each run, however often Slack sends it. `order`: what it asks for, or why nothing is made. */
export const buildRunJob = (teamId: string, executionId: string, order: object): NewJob => ({
  ...{ id: nonceOfRun(executionId), teamId, kind: 'workflow-step' },
  payload: { executionId, ...order },
});

/** The run goes on whose link somebody has decided about. */
export const buildRunDecided = ({ teamId, nonce }: Pick<Link, 'teamId' | 'nonce'>): NewJob[] =>
  nonce.startsWith(PREFIX)
    ? [{ ...buildRunJob(teamId, nonce.slice(PREFIX.length), {}), id: `${nonce}:decided` }]
    : [];

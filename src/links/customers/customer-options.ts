import type { AllMiddlewareArgs, SlackOptionsMiddlewareArgs } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import { noteFailure } from '../../request-context.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { explainNoCustomers, listCustomers } from './list-customers.ts';
import { readCustomerQuery } from './read-customer-query.ts';
import { readScope } from './recall-customer.ts';

export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** More than that nobody reads: another letter is typed. */
const MOST_SHOWN = 20;
/** Slack waits three seconds, the network included. */
const ANSWER_WITHIN_MS = 2_000;

/** The customers whom the typed characters fit, for the form's *Known customer*. */
export const handleCustomerOptions = async (
  { ack, body, options }: OptionsArgs,
  dependencies: LinkDependencies,
): Promise<void> => {
  const { clock, ids, log } = dependencies;
  const ended = new AbortController();
  const late = clock
    .sleep(ANSWER_WITHIN_MS, ended.signal)
    .then(() => explainNoCustomers('This takes too long now. Type the details instead.'));
  const found = findOptions(
    { teamId: readTeamId(body), userId: body.user.id },
    options.value,
    dependencies,
  ).catch((error: unknown) => {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'customers not looked for');
    return explainNoCustomers(`Something went wrong (${reference}). Type the details instead.`);
  });
  try {
    await ack({ options: await Promise.race([found, late]) });
  } finally {
    ended.abort();
  }
};

async function findOptions(
  asker: { teamId: string; userId: string },
  typed: string,
  dependencies: LinkDependencies,
): Promise<PlainTextOption[]> {
  const parts = readCustomerQuery(typed);
  if (parts.length === 0) return [];
  const { scope, to } = await readScope(asker, dependencies);
  const links = await dependencies.store.customers.search(scope, parts, MOST_SHOWN);
  return listCustomers(links, to.shopEmail);
}

import type { Request } from '../app-parts.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { Refused } from '../slack/refused.ts';
import type { Batch } from '../store/batch.ts';
import { buildUnconfirmed } from '../tenancy/account-view.ts';

/**
 * Before a person's press goes on with a batch. The first press on a batch of another account is refused, with a
 * question; the next one agrees to the account that it named.
 */
export const agreeOnAccount = async (batch: Batch, { accounts, members, store }: Request): Promise<void> => {
  const trouble = await accounts.troubleOf(batch);
  if (trouble === null) return;
  if (trouble.because === 'unconfirmed')
    throw new Refused(buildUnconfirmed(await members.whoMay(batch.teamId, 'change-settings')));
  if (await store.batches.agreeOnAccount(batch, trouble.to)) return;
  const [from, to] = [trouble.from, trouble.to].map(escapeMrkdwn);
  throw new Refused(
    `Nothing was made: this list was confirmed for the payment account ${from}, and new links belong to ${to} now. Press the button again to make the rest at ${to}.`,
  );
};

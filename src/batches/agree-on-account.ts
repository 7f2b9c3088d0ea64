import type { Request } from '../app-parts.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import type { Batch } from '../store/batch.ts';
import { buildUnconfirmed } from '../workspaces/account-view.ts';

/**
 * Whether a person's press may go on with a batch. The first press on a batch of another account is answered with a
 * question; the next one agrees to the account that it named.
 */
export const agreesOnAccount = async (
  batch: Batch,
  { accounts, members, store }: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<boolean> => {
  const trouble = await accounts.troubleOf(batch);
  if (trouble === null) return true;
  if (trouble.because === 'unconfirmed') {
    await tell(buildUnconfirmed(await members.whoMay(batch.teamId, 'change-settings')));
    return false;
  }
  if (await store.batches.agreeOnAccount(batch, trouble.to)) return true;
  const [from, to] = [trouble.from, trouble.to].map(escapeMrkdwn);
  await tell(
    `Nothing was made. This list was confirmed for the payment account ${from}, and new links belong to ${to} now. Press the button again if the links that are not made yet should be made at ${to}.`,
  );
  return false;
};

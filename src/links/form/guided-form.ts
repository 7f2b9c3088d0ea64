import type { Request } from '../../app-parts.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import { Refused } from '../../slack/refused.ts';
import type { Opening } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { FINISHED, holdsNumber } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { GUIDED_FILS, guidedNonce } from '../../teaching/guided-link.ts';
import { requireAccount } from '../../tenancy/no-new-work.ts';
import { buildGuidedForm, GUIDED_TITLE } from './guided-form-view.ts';
import { FORM_CALLBACK } from './link-form-fields.ts';

/** Nobody lets so many of them expire. */
const MOST_TURNS = 50;

/** An admin's test payment that is not over, and the nonce for the next one. */
export const findGuidedLink = async (
  of: { teamId: string; userId: string },
  links: Pick<LinkStore, 'findByNonce'>,
): Promise<{ link: Link | null; nonce: string }> => {
  let nonce = '';
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    nonce = guidedNonce(of, turn);
    const link = await links.findByNonce(of.teamId, nonce);
    // One that was never paid and no longer can be is followed by another.
    const isOver = link !== null && FINISHED.includes(link.state) && !holdsNumber(link.state);
    if (!isOver) return { link, nonce };
  }
  return { link: null, nonce };
};

/** *Try it with AED 10*: a short form for the ordinary issuing, submitted as the long one is. */
export const openGuidedForm = (
  request: Request,
  { userName, ...asker }: { teamId: string; userId: string; userName: string },
): Opening => ({
  first: { callbackId: FORM_CALLBACK, title: GUIDED_TITLE },
  read: async () => {
    const { settings, kept } = await request.settings.withAccount(asker.teamId);
    await requireAccount(asker.teamId, request, kept);
    const { link, nonce } = await findGuidedLink(asker, request.store.links);
    if (link !== null) throw new Refused(explainMade(link));
    return { view: buildGuidedForm({ nonce, userName, settings }) };
  },
});

const explainMade = ({ address, invoiceId }: Link): string =>
  `You have a test link of ${formatAed(GUIDED_FILS)} already (${escapeMrkdwn(invoiceId)}).${address === null ? '' : ` Pay it here: ${linkTo(address)}`}`;

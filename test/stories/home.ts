import {
  buildBusiness,
  buildHomeFirstSteps,
  type FirstPayment,
  type HomeConnection,
} from '../../src/home/home-setup-view.ts';
import { buildHome } from '../../src/home/home-view.ts';
import { buildDecisionButtons } from '../../src/links/card/asked-card-view.ts';
import { CLOSE, TO_COME } from './daily-close.ts';
import { HOUR_MS, listSale, makeUpApproval, makeUpLink, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story } from './story.ts';

export const listHome = (cast: Cast): Story[] => {
  const { personId } = cast;
  const link = makeUpLink(cast, { amountFils: 1_000 });
  const home = (
    name: string,
    connection: HomeConnection,
    firstPayment: FirstPayment | null = null,
  ): Story => ({
    name: `home, ${name}`,
    by: [buildHome, buildHomeFirstSteps],
    kind: 'home',
    view: buildHome({
      buttons: { canReport: true, canSet: true },
      steps: ['channel', 'settings', 'colleague'],
      connection,
      firstPayment,
      figures: {
        of: 'workspace',
        day: 'Sat 21 Nov 2026',
        made: CLOSE.sales.made,
        received: CLOSE.sales.received,
        toCome: TO_COME,
      },
      approvals: [{ ...makeUpApproval(cast), buttons: buildDecisionButtons(makeUpApproval(cast)) }],
      links: {
        shown: [makeUpLink(cast, { expiresAt: NOW + HOUR_MS }), makeUpLink(cast)].map(listSale),
        hasMore: true,
      },
      at: NOW,
      timeZone: ZONE,
    }),
  });
  return [
    message(
      'home, business',
      'channel',
      buildBusiness,
      { state: 'good', at: NOW, businessName: 'Corner Shop', noticedWithinMs: null },
      ZONE,
    ),
    home('all is well', { state: 'good', at: NOW, businessName: 'Corner Shop', noticedWithinMs: null }),
    ...([{ is: 'none' }, { is: 'unpaid' }, { is: 'came', linkId: link.id }] as const).map((first) =>
      home(
        `the first payment, ${first.is}`,
        { state: 'good', at: NOW, businessName: null, noticedWithinMs: null },
        first,
      ),
    ),
    home('not connected', {
      state: 'not-connected',
      address: 'https://paylink.example.com/slack/connect/rehearsal',
      admins: [personId],
      businessName: null,
      noticedWithinMs: 60_000,
    }),
    home('the service fails', {
      state: 'failing',
      at: NOW,
      what: 'The payment service did not answer.',
      next: 'Try again.',
      reference: 'rehearsal',
      businessName: null,
      noticedWithinMs: null,
    }),
  ];
};

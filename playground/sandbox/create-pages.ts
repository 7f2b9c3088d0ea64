import type { Answer } from './answer.ts';
import type { CallbackDelivery } from './callbacks.ts';
import type { Happenings } from './happenings.ts';
import type { Ledger } from './ledger.ts';
import { buildOverviewPage } from './overview-page.ts';
import { buildPayPage, buildUnknownLinkPage } from './pay-page.ts';

interface PagesOptions {
  ledger: Ledger;
  callbacks: readonly CallbackDelivery[];
  happenings: Pick<Happenings, 'pay'>;
  timeZone: string;
  isOut: () => boolean;
}

const PAY_PATH = /^\/pay\/([0-9a-z]+)(?:\/(pay|decline))?$/;

/** The pages for people: the pay page of each link, and the overview. Undefined for any other path. */
export const createPages = ({ ledger, callbacks, happenings, timeZone, isOut }: PagesOptions) => {
  const act = (orderId: string, token: string, what: string, backToOverview: boolean): Answer => {
    const result = happenings.pay(orderId, { decline: what === 'decline' });
    const link = ledger.link(orderId);
    if (result.outcome !== 'done' && link) return buildPayPage(link, timeZone, 409);
    return { ...PLAIN, status: 303, headers: { Location: backToOverview ? '/' : `/pay/${token}` } };
  };

  return (method: string, path: string, query: URLSearchParams): Answer | undefined => {
    if (path === '/') {
      return method === 'GET' ? buildOverviewPage(ledger.links(), callbacks, timeZone) : refuseMethod('GET');
    }
    if (!path.startsWith('/pay/')) return undefined;
    if (isOut()) return { ...PLAIN, status: 503, body: 'Not available' };
    const [, token = '', what] = PAY_PATH.exec(path) ?? [];
    const link = ledger.linkByToken(token);
    if (!link) return buildUnknownLinkPage();
    if (what === undefined) return method === 'GET' ? buildPayPage(link, timeZone) : refuseMethod('GET');
    if (method !== 'POST') return refuseMethod('POST');
    return act(link.orderId, token, what, query.get('back') === 'overview');
  };
};

const PLAIN = { contentType: 'text/plain; charset=utf-8', body: '' };

function refuseMethod(allowed: string): Answer {
  return { ...PLAIN, status: 405, headers: { Allow: allowed } };
}

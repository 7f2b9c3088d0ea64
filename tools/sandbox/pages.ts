import type { Answer } from './answer.ts';
import { formatAed } from './fils.ts';
import type { Happenings } from './happenings.ts';
import type { Ledger } from './ledger.ts';
import { buildPage, type Html, html } from './page-frame.ts';
import { BUSINESS, type LinkStatus, type SandboxLink } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

interface PagesOptions {
  ledger: Ledger;
  happenings: Pick<Happenings, 'pay'>;
  timeZone: string;
  isOut: () => boolean;
}

const PAY_PATH = /^\/pay\/([0-9a-z]+)(?:\/(pay|decline))?$/;

/** The pay page of each link. Undefined for any other path. */
export const createPages = ({ ledger, happenings, timeZone, isOut }: PagesOptions) => {
  const act = (orderId: string, token: string, what: string): Answer => {
    const result = happenings.pay(orderId, { decline: what === 'decline' });
    const link = ledger.link(orderId);
    if (result.outcome !== 'done' && link) return buildPayPage(link, timeZone, 409);
    return { ...PLAIN, status: 303, headers: { Location: `/pay/${token}` } };
  };

  return (method: string, path: string): Answer | undefined => {
    if (!path.startsWith('/pay/')) return undefined;
    if (isOut()) return { ...PLAIN, status: 503, body: 'Not available' };
    const [, token = '', what] = PAY_PATH.exec(path) ?? [];
    const link = ledger.linkByToken(token);
    if (!link) return buildUnknownLinkPage();
    if (what === undefined) return method === 'GET' ? buildPayPage(link, timeZone) : refuseMethod('GET');
    if (method !== 'POST') return refuseMethod('POST');
    return act(link.orderId, token, what);
  };
};

const PLAIN = { contentType: 'text/plain; charset=utf-8', body: '' };

function refuseMethod(allowed: string): Answer {
  return { ...PLAIN, status: 405, headers: { Allow: allowed } };
}

const NOTHING = html``;

/** What the customer sees at a payment link. */
const buildPayPage = (link: SandboxLink, timeZone: string, status = 200): Answer =>
  buildPage(
    `${formatAed(link.amountFils)} to ${BUSINESS.businessName}`,
    html`<section class="card">
<p class="soft">${BUSINESS.businessName}</p>
${HEADINGS[link.status]}
<p class="amount">${formatAed(link.amountFils)}</p>
<dl>
<dt>For</dt><dd>${link.request.notes}</dd>
<dt>Customer</dt><dd>${link.request.FullName}</dd>
<dt>Order</dt><dd>${link.orderId}</dd>
${link.invoiceId === null ? NOTHING : html`<dt>Invoice</dt><dd>${link.invoiceId}</dd>`}
${buildTime(link, timeZone)}
</dl>
${buildActions(link)}
</section>`,
    { status },
  );

const buildUnknownLinkPage = (): Answer =>
  buildPage('No such link', html`<section class="card"><h1>There is no such payment link.</h1></section>`, {
    status: 404,
  });

const HEADINGS: Record<LinkStatus, Html> = {
  CREATED: html`<h1>Payment request</h1>`,
  FAILED: html`<h1 class="bad" role="status">The card was declined. Nothing was charged; you can try again.</h1>`,
  PAID: html`<h1 class="good" role="status">Paid. Thank you.</h1>`,
  EXPIRED: html`<h1 class="bad" role="status">This link has expired. Ask the merchant for a new one.</h1>`,
  CANCELLED: html`<h1 class="bad" role="status">This link was cancelled by the merchant.</h1>`,
  REFUNDED: html`<h1 role="status">Paid, and refunded.</h1>`,
  PARTIALLY_REFUNDED: html`<h1 role="status">Paid, and refunded in part.</h1>`,
};

function buildTime(link: SandboxLink, timeZone: string): Html {
  if (link.paidAt !== null) {
    return html`<dt>Paid</dt><dd>${formatWallClock(link.paidAt, timeZone)}</dd>`;
  }
  const label = link.status === 'EXPIRED' ? 'Expired' : 'Pay before';
  return html`<dt>${label}</dt><dd>${formatWallClock(link.expiresAt, timeZone)}</dd>`;
}

function buildActions(link: SandboxLink): Html {
  if (link.status !== 'CREATED' && link.status !== 'FAILED') return NOTHING;
  return html`<div class="actions">
<form method="post" action="/pay/${link.token}/pay"><button class="main">Pay ${formatAed(link.amountFils)}</button></form>
<form method="post" action="/pay/${link.token}/decline"><button>Decline the card</button></form>
</div>`;
}

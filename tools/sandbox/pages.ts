import type { Answer } from './answer.ts';
import type { CallbackDelivery } from './callbacks.ts';
import { formatAed } from './fils.ts';
import type { Happenings } from './happenings.ts';
import type { Ledger } from './ledger.ts';
import { buildPage, type Html, html } from './page-frame.ts';
import { BUSINESS, type LinkStatus, type SandboxLink } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

interface PagesOptions {
  ledger: Ledger;
  callbacks: readonly CallbackDelivery[];
  happenings: Pick<Happenings, 'pay'>;
  timeZone: string;
  isOut: () => boolean;
}

const PAY_PATH = /^\/pay\/([0-9a-z]+)(?:\/(pay|decline))?$/;

/** The pay page of each link, and the overview page. Undefined for any other path. */
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

const LINKS_SHOWN = 50;
const CALLBACKS_SHOWN = 20;

const buildOverviewPage = (
  links: readonly SandboxLink[],
  callbacks: readonly CallbackDelivery[],
  timeZone: string,
): Answer =>
  buildPage(
    'Sandbox payment service',
    html`<section class="card scroll">
<h1>Latest links</h1>
<table>
<thead><tr><th>Order</th><th>Made</th><th>Customer</th><th>For</th><th>Amount</th><th>State</th><th></th></tr></thead>
<tbody>${links
      .slice(-LINKS_SHOWN)
      .reverse()
      .map((link) => buildLinkRow(link, timeZone))}</tbody>
</table>
</section>
<section class="card scroll">
<h2>Recent callbacks</h2>
<table>
<thead><tr><th>Order</th><th>To</th><th>Said</th><th>Outcome</th><th>Answers</th></tr></thead>
<tbody>${callbacks.slice(-CALLBACKS_SHOWN).reverse().map(buildCallbackRow)}</tbody>
</table>
</section>`,
    { isWide: true },
  );

function buildLinkRow(link: SandboxLink, timeZone: string): Html {
  const isPayable = link.status === 'CREATED' || link.status === 'FAILED';
  return html`<tr><td><a href="/pay/${link.token}">${link.orderId}</a></td>
<td>${formatWallClock(link.createdAt, timeZone)}</td><td>${link.request.FullName}</td><td>${link.request.notes}</td>
<td class="money">${formatAed(link.amountFils)}</td><td>${link.status}</td><td>${isPayable ? buildButtons(link) : ''}</td></tr>`;
}

function buildButtons(link: SandboxLink): Html {
  return html`<form method="post" action="${payAction(link, 'pay', true)}"><button class="main" aria-label="Pay order ${link.orderId}">Pay</button></form>
<form method="post" action="${payAction(link, 'decline', true)}"><button aria-label="Decline order ${link.orderId}">Decline</button></form>`;
}

/** Only the host: the path is secret, because anybody who knows it can report a payment. */
function buildCallbackRow({ orderId, url, payload, outcome, tries }: CallbackDelivery): Html {
  const answers = tries.map(({ status }) => status ?? 'none').join(', ');
  const host = URL.canParse(url) ? new URL(url).host : 'unreadable address';
  return html`<tr><td>${orderId}</td><td>${host}</td><td>${String(payload['status'])}</td><td>${outcome}</td><td>${answers}</td></tr>`;
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

/** A button's target; `back`: return to the overview. */
const payAction = (link: SandboxLink, what: 'pay' | 'decline', back = false): string =>
  `/pay/${link.token}/${what}${back ? '?back=overview' : ''}`;

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
<form method="post" action="${payAction(link, 'pay')}"><button class="main">Pay ${formatAed(link.amountFils)}</button></form>
<form method="post" action="${payAction(link, 'decline')}"><button>Decline the card</button></form>
</div>`;
}

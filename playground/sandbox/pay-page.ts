import type { Answer } from './answer.ts';
import { BUSINESS } from './business.ts';
import { formatAed } from './fils.ts';
import { type Html, html } from './html.ts';
import { buildPage } from './page-frame.ts';
import type { LinkStatus, SandboxLink } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

const NOTHING = html``;

/** What the customer sees at a payment link, before and after paying. */
export const buildPayPage = (link: SandboxLink, timeZone: string, status = 200): Answer =>
  buildPage(
    `${formatAed(link.amountFils)} to ${BUSINESS.businessName}`,
    html`<section class="card">
<p class="soft">${BUSINESS.businessName}</p>
${buildHeading(link.status)}
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

export const buildUnknownLinkPage = (): Answer =>
  buildPage('No such link', html`<section class="card"><h1>There is no such payment link.</h1></section>`, {
    status: 404,
  });

/** Where a button leads; the overview's buttons come back to the overview. */
export const payAction = (link: SandboxLink, what: 'pay' | 'decline', back = false): string =>
  `/pay/${link.token}/${what}${back ? '?back=overview' : ''}`;

function buildHeading(status: LinkStatus): Html {
  switch (status) {
    case 'CREATED':
      return html`<h1>Payment request</h1>`;
    case 'FAILED':
      return html`<h1 class="bad" role="status">The card was declined. Nothing was charged; you can try again.</h1>`;
    case 'PAID':
      return html`<h1 class="good" role="status">Paid. Thank you.</h1>`;
    case 'EXPIRED':
      return html`<h1 class="bad" role="status">This link has expired. Ask the merchant for a new one.</h1>`;
    case 'CANCELLED':
      return html`<h1 class="bad" role="status">This link was cancelled by the merchant.</h1>`;
    case 'REFUNDED':
      return html`<h1 role="status">Paid, and refunded.</h1>`;
    case 'PARTIALLY_REFUNDED':
      return html`<h1 role="status">Paid, and refunded in part.</h1>`;
  }
}

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

import type { Answer } from './answer.ts';
import type { CallbackDelivery } from './callbacks.ts';
import { formatAed } from './fils.ts';
import { type Html, html } from './html.ts';
import { buildPage } from './page-frame.ts';
import { payAction } from './pay-page.ts';
import type { SandboxLink } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

const LINKS_SHOWN = 50;
const CALLBACKS_SHOWN = 20;

export const buildOverviewPage = (
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

/** The address without its path: the path is what lets anybody report a payment. */
function buildCallbackRow({ orderId, url, payload, outcome, tries }: CallbackDelivery): Html {
  const answers = tries.map(({ status }) => status ?? 'none').join(', ');
  const host = URL.canParse(url) ? new URL(url).host : 'unreadable address';
  return html`<tr><td>${orderId}</td><td>${host}</td><td>${String(payload['status'])}</td><td>${outcome}</td><td>${answers}</td></tr>`;
}

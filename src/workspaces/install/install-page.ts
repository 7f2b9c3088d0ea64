import { html } from './html.ts';
import { buildPageFrame } from './page-frame.ts';

/** What each scope allows, and what Paylink uses it for. */
export const SCOPE_REASONS: Readonly<Record<string, string>> = {
  'chat:write': 'Post a link’s card, and say when it is paid, in the channels that Paylink is invited to.',
  'chat:write.public': 'Post a link’s card in public channels without being invited to each.',
  commands: 'Answer /paylink and /paylink-report.',
  'files:read':
    'Read the list of customers that a person gives in the form of /paylink batch, and no other file.',
  'files:write': 'Put up QR codes, charts and the files of an export.',
};

/** What Paylink does, which permissions it asks Slack for and why, and the link to Slack. */
export const buildInstallPage = ({
  scopes,
  installAddress,
}: {
  scopes: readonly string[];
  installAddress: string;
}): string =>
  buildPageFrame({
    title: 'Payment links, without leaving Slack',
    stepsDone: 0,
    body: html`<p class="lead">Type <code>/paylink</code>, send the link, and the channel sees when it is paid.</p>
<ul class="plain">
<li><strong>Issue.</strong> A form that checks every rule before anything is sent. Copy the link, show its QR code, or send it by WhatsApp.</li>
<li><strong>Know.</strong> A card in the channel says Paid only after the payment service has confirmed it.</li>
<li><strong>Report.</strong> Transactions, payouts and links for any dates, with totals and export.</li>
</ul>
<h2>What Paylink may do in your workspace</h2>
<dl>${scopes.map((scope) => html`<div><dt><code>${scope}</code></dt><dd>${SCOPE_REASONS[scope] ?? 'Needed by this version of Paylink.'}</dd></div>`)}</dl>
${
  scopes.some((scope) => scope.endsWith(':history'))
    ? null
    : html`<p class="small act">Paylink has no permission to read your channels. It sees a message only when someone picks Make payment link in that message’s menu, and a file only when someone uploads it in the /paylink batch form.</p>`
}
<p class="act"><a class="go" href="${installAddress}" rel="noreferrer">Add to Slack</a></p>
<p class="small">Have the payment service’s API key, account ID and secret key at hand: the next page asks for them.</p>`,
  });

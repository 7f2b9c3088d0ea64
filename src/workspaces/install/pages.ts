import type { InstallationKey } from '../installations.ts';
import { buildPageFrame, type Html, html } from './page.ts';

/** Links from our pages back to Paylink in Slack. */
export const buildBackToSlack = ({
  enterpriseId,
  teamId,
  appId,
}: InstallationKey & { appId: string }): Html => {
  if (teamId === null)
    // An organisation-wide install reaches no workspace until an admin adds the app there.
    return html`<p class="act"><a class="go" href="https://app.slack.com/manage/${enterpriseId}/integrations/profile/${appId}/workspaces/add" rel="noreferrer">Add it to your workspaces</a></p>
<p class="small">Paylink is installed for the organisation. Slack shows it to people in the workspaces that an admin adds it to.</p>`;
  return html`<p class="act"><a class="go" href="slack://app?team=${teamId}&amp;id=${appId}&amp;tab=home" rel="noreferrer">Open Paylink in Slack</a></p>
<p class="small">Or <a href="https://app.slack.com/client/${teamId}" rel="noreferrer">continue in the browser</a>.</p>`;
};

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

/** Shown when the payment service has accepted the credentials and they are saved. */
export const buildConnectedPage = ({
  businessName,
  installed,
}: {
  businessName: string | null;
  installed: InstallationKey & { appId: string };
}): string =>
  buildPageFrame({
    title: businessName === null ? 'Connected' : `Connected: ${businessName}`,
    stepsDone: 2,
    body: html`<p class="lead">The payment service accepted your credentials. Paylink is ready.</p>
<h2>Now, in Slack</h2>
<ol class="plain">
<li>In the channel where payments are talked about: <code>/invite @Paylink</code></li>
<li>In the same channel: <code>/paylink</code></li>
<li>Fill in the form. The card in the channel says when the link is paid.</li>
</ol>
${buildBackToSlack(installed)}
<p class="small">Who may do what, the default channel and the limits are under <code>/paylink settings</code>.</p>`,
  });

export interface TroublePageParts {
  title: string;
  what: string;
  next: string;
  /** Where to continue. */
  link?: { text: string; address: string };
  /** The link back to Slack, if the app is installed there. */
  back?: Html;
  /** The same as in the log. */
  reference?: string;
}

/** What happened, what to do now, and what to quote when asking for help. */
export const buildTroublePage = ({ title, what, next, link, back, reference }: TroublePageParts): string =>
  buildPageFrame({
    title,
    stepsDone: null,
    body: html`<p>${what}</p>
<p>${next}</p>
${link ? html`<p class="act"><a class="go" href="${link.address}">${link.text}</a></p>` : null}${back ?? null}${
  reference === undefined
    ? null
    : html`<p class="small">If you ask for help, quote reference <code>${reference}</code>.</p>`
}`,
  });

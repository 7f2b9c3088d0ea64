import type { InstallationKey } from '../installations.ts';
import { buildBackToSlack } from './back-to-slack.ts';
import { html } from './html.ts';
import { buildPageFrame } from './page-frame.ts';

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

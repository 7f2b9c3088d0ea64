import type { InstallationKey } from '../installations.ts';
import { type Html, html } from './html.ts';

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
<p class="small">Or <a href="https://app.slack.com/client/${teamId}" rel="noreferrer">go on in the browser</a>.</p>`;
};

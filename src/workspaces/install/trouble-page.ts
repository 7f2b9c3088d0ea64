import { type Html, html } from './html.ts';
import { buildPageFrame } from './page-frame.ts';

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

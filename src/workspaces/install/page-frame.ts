import { type Html, html } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';

const STEPS = ['Add to Slack', 'Connect payments', 'Make the first link'] as const;

interface PageParts {
  title: string;
  /** Set when the browser tab should say more than the heading. */
  tabTitle?: string;
  /** How many installation steps are done; null: not one of the steps. */
  stepsDone: number | null;
  body: Html;
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b5c4a"/><path d="M9 20.5a5 5 0 0 1 0-7l2-2a5 5 0 0 1 7 0M23 11.5a5 5 0 0 1 0 7l-2 2a5 5 0 0 1-7 0M12.5 16h7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

/** The frame around every page. */
export const buildPageFrame = ({ title, tabTitle = title, stepsDone, body }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${tabTitle} – Paylink for Slack</title>
<style>${{ markup: PAGE_STYLE }}</style>
</head>
<body>
<div class="sheet">
<header><div class="brand">${MARK}<div>Paylink <span>for Slack</span></div></div>${stepsDone === null ? null : buildSteps(stepsDone)}</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Paylink creates AED payment links and says when they are paid. It never sees a card number.</footer>
</div>
</body>
</html>
`.markup;

function buildSteps(done: number): Html {
  return html`<ol class="steps" aria-label="Steps">${STEPS.map((step, place) =>
    place === done
      ? html`<li aria-current="step">${step}</li>`
      : html`<li${place < done ? html` class="done"` : null}>${step}</li>`,
  )}</ol>`;
}

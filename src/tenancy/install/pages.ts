import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { OperatorPages } from '../../config/config.ts';
import type { Installation } from '../installations.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send as is. Only `html` creates it. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | null | readonly Part[];

/** Escapes everything in `${}` unless `html` created it. Null becomes nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((text, place) => text + render(parts[place] ?? null)).join(''),
});

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? '');
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}

const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f2f5f5,#14181a);--card:light-dark(#fff,#1d2225);--well:light-dark(#fbfcfc,#14181a);--line:light-dark(#dbe2e2,#343d41);--ink:light-dark(#1b2225,#e4e9ea);--faint:light-dark(#566368,#a3afb4);--accent:light-dark(#0b5c4a,#3fb595);--fill:light-dark(#0b5c4a,#14795f);--fill-over:light-dark(#084a3b,#188c6f);--soft:light-dark(#e6f2ee,#16332b);--bad:light-dark(#a5231c,#f29b93);--bad-soft:light-dark(#fdeeec,#3a2220);--focus:light-dark(#1573c4,#7cbdf7);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);padding:clamp(1rem,5vh,4rem) 1rem 2rem}
.sheet{max-width:37rem;margin:0 auto}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 1.1rem .15rem;font-weight:650;letter-spacing:-.01em}
.brand svg{width:1.9rem;height:1.9rem;flex:none}
.brand span{color:var(--faint);font-weight:450}
.steps{display:flex;gap:.5rem;list-style:none;margin:0 0 1rem;padding:0}
.steps li{flex:1;border-top:3px solid var(--line);padding:.45rem .1rem 0;font-size:.86rem;line-height:1.35;color:var(--faint)}
.steps .done{border-color:var(--accent)}
.steps [aria-current]{border-color:var(--accent);color:var(--ink);font-weight:600}
main{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:clamp(1.25rem,5vw,2.25rem);overflow-wrap:anywhere}
h1{font-size:clamp(1.4rem,5vw,1.75rem);line-height:1.22;letter-spacing:-.018em;margin:0 0 .6rem}
h2{font-size:1rem;margin:1.7rem 0 .5rem}
p{margin:0 0 .9rem}
main>:last-child{margin-bottom:0}
h1+.note{margin-top:1rem}
.lead{color:var(--faint)}
ul.plain,ol.plain{margin:0 0 .9rem;padding-left:1.25rem}
.plain li{margin:.3rem 0}
.plain li::marker{color:var(--accent)}
dl{margin:0;border-top:1px solid var(--line)}
dl>div{display:grid;grid-template-columns:9.5rem 1fr;gap:.1rem 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
dd{margin:0}
code{font:.88em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--soft);border-radius:5px;padding:.1em .38em;white-space:nowrap}
.small{font-size:.88rem;color:var(--faint)}
.go{display:inline-block;background:var(--fill);color:#fff;font:inherit;font-weight:600;text-decoration:none;border:0;border-radius:9px;padding:.72rem 1.4rem;cursor:pointer}
.go:hover{background:var(--fill-over)}
.act{margin:1.5rem 0 .9rem}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.field{margin:0 0 1.1rem}
label{display:block;font-weight:600;margin-bottom:.1rem}
.hint{font-size:.88rem;color:var(--faint);margin:0 0 .35rem}
input{width:100%;font:inherit;color:inherit;background:var(--well);border:1px solid light-dark(#8b999e,#66737a);border-radius:8px;padding:.62rem .75rem}
input[aria-invalid]{border-color:var(--bad)}
.fault{color:var(--bad);font-size:.9rem;margin:.3rem 0 0}
.note{border-radius:10px;padding:.85rem 1rem;margin:0 0 1.3rem;background:var(--soft)}
.note p{margin:0}
.note p+p{margin-top:.3rem}
.note.bad{background:var(--bad-soft)}
.note.bad strong{color:var(--bad)}
footer{margin:1rem .15rem 0;font-size:.85rem;color:var(--faint)}
@media (max-width:30rem){dl>div{grid-template-columns:1fr}.go{display:block;width:100%;text-align:center}}
@media (forced-colors:active){.go{border:1px solid}}
`;

const PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}`;

const STEPS = ['Add to Slack', 'Connect payments', 'Make the first link'] as const;

interface PageParts {
  title: string;
  /** Set when the browser tab should say more than the heading. */
  tabTitle?: string;
  /** How many installation steps are done; null: not one of the steps. */
  stepsDone: number | null;
  body: Html;
  pages?: OperatorPages;
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b5c4a"/><path d="M9 20.5a5 5 0 0 1 0-7l2-2a5 5 0 0 1 7 0M23 11.5a5 5 0 0 1 0 7l-2 2a5 5 0 0 1-7 0M12.5 16h7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

/** The frame around every page. */
export const buildPageFrame = ({ title, tabTitle = title, stepsDone, body, pages = [] }: PageParts): string =>
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
<footer>Paylink creates AED payment links and says when they are paid. It never sees a card number.${pages.map(({ name, address }, place) => html`${place === 0 ? ' ' : ' · '}<a href="${address}" rel="noreferrer">${name}</a>`)}</footer>
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

/** A page, or a redirect. */
export type PageReply =
  | { status: number; page: string; cookie?: string; isCut?: boolean }
  | { status: 302 | 303; location: string; cookie?: string };

/** No scripts, and styles only by hash: markup that slips into a page by mistake can do nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src '${PAGE_STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS = new Map(
  Object.entries({
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    // Addresses of private pages are secrets.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  }),
);

export const sendPage = (response: ServerResponse, reply: PageReply): void => {
  if (reply.cookie !== undefined) response.setHeader('set-cookie', reply.cookie);
  if ('location' in reply) {
    response.writeHead(reply.status, { location: reply.location, 'content-length': 0 }).end();
    return;
  }
  response.writeHead(reply.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(reply.page),
    ...(reply.isCut ? { connection: 'close' } : {}),
  });
  response.end(reply.page);
};

/** Links from our pages back to Paylink in Slack. */
export const buildBackToSlack = ({ teamId, appId }: Pick<Installation, 'teamId' | 'appId'>): Html =>
  html`<p class="act"><a class="go" href="slack://app?team=${teamId}&amp;id=${appId}&amp;tab=home" rel="noreferrer">Open Paylink in Slack</a></p>
<p class="small">Or <a href="https://app.slack.com/client/${teamId}" rel="noreferrer">continue in the browser</a>.</p>`;

/** What each scope allows, and what Paylink uses it for. */
export const SCOPE_REASONS: Readonly<Record<string, string>> = {
  'chat:write': 'Post a link’s card, and say when it is paid, in the channels that Paylink is invited to.',
  'chat:write.public': 'Post a link’s card in public channels without being invited to each.',
  commands: 'Answer /paylink and /paylink-report.',
  'files:read':
    'Read the list of customers that a person gives in the form of /paylink batch, and no other file.',
  'files:write': 'Put up QR codes and the files of an export.',
};

/** What Paylink does, which permissions it asks Slack for and why, and the link to Slack. */
export const buildInstallPage = ({
  scopes,
  installAddress,
  pages,
}: {
  scopes: readonly string[];
  installAddress: string;
  pages: OperatorPages;
}): string =>
  buildPageFrame({
    pages,
    title: 'Payment links, without leaving Slack',
    stepsDone: 0,
    body: html`<p class="lead">Type <code>/paylink</code>, send the link, and the channel sees when it is paid.</p>
<ul class="plain">
<li><strong>Issue.</strong> A form that checks every rule before anything is sent. Copy the link, show its QR code, or send it by WhatsApp.</li>
<li><strong>Know.</strong> A card in the channel says Paid only after the payment service has confirmed it.</li>
<li><strong>Report.</strong> Transactions, payouts and links for any dates, with totals and export.</li>
</ul>
<p class="act"><a class="go" href="${installAddress}" rel="noreferrer">Add to Slack</a></p>
<p class="small">Have the payment service’s API key, account ID and secret key at hand: the next page asks for them.</p>
<h2>What Paylink may do in your workspace</h2>
<dl>${scopes.map((scope) => html`<div><dt><code>${scope}</code></dt><dd>${SCOPE_REASONS[scope] ?? 'Needed by this version of Paylink.'}</dd></div>`)}</dl>
${
  scopes.some((scope) => scope.endsWith(':history'))
    ? null
    : html`<p class="small act">Paylink has no permission to read your channels. It sees a message only when someone picks Make payment link in that message’s menu, and a file only when someone uploads it in the /paylink batch form.</p>`
}`,
  });

/** Shown when the payment service has accepted the credentials and they are saved. */
export const buildConnectedPage = ({
  businessName,
  installed,
  isOther,
}: {
  businessName: string | null;
  installed: Pick<Installation, 'teamId' | 'appId'>;
  /** It is another account than before. */
  isOther: boolean;
}): string =>
  buildPageFrame({
    title: businessName === null ? 'Connected' : `Connected: ${businessName}`,
    stepsDone: 2,
    body: html`<p class="lead">The payment service accepted your credentials. ${isOther ? 'This is another account than before: no link is made until an admin of Paylink opens its Home in Slack and presses This is our account.' : 'Paylink is ready.'}</p>
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

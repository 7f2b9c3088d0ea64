import type { Answer } from './answer.ts';

/** Escaped markup. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template that escapes its values unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(render)));

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => one.text).join('');
  return String(part).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const STYLE = new Html(`
:root { color-scheme: light dark; --ground: #f3f1ec; --card: #fff; --ink: #1d2523; --soft: #5d6764; --line: #dfdcd4;
  --brand: #0b6b58; --on-brand: #fff; --bad: #a8321f; --note: #7a4b00; --note-ground: #fff1d6; }
@media (prefers-color-scheme: dark) { :root { --ground: #121716; --card: #1c2322; --ink: #ecefed; --soft: #a3aeab;
  --line: #333d3b; --brand: #4fc3a8; --on-brand: #06231c; --bad: #ff9d8a; --note: #ffd58a; --note-ground: #3a2c10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.sandbox { background: var(--note-ground); color: var(--note); text-align: center; padding: .5rem 1rem; font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; margin-top: 1rem; }
h1 { margin: 0 0 .5rem; line-height: 1.25; font-size: 1.15rem; }
.amount { font-size: 2.25rem; font-weight: 700; margin: .25rem 0 1rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; }
dt, .soft { color: var(--soft); } dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.1rem; border-radius: 10px; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: var(--ink); }
button.main { background: var(--brand); border-color: var(--brand); color: var(--on-brand); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; } .actions button { width: 100%; }
.good { color: var(--brand); } .bad { color: var(--bad); } a { color: var(--brand); }
`);

export const buildPage = (
  title: string,
  content: Html,
  { status = 200 }: { status?: number } = {},
): Answer => ({
  status,
  contentType: 'text/html; charset=utf-8',
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    'Referrer-Policy': 'no-referrer',
  },
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="sandbox" role="note">Sandbox: no card is charged and no money moves.</div>
<main>${content}</main>
</body>
</html>`.text,
});

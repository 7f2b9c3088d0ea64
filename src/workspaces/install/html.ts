const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send as it stands. Only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | null | readonly Part[];

/** Whatever stands in `${}` is text and is escaped, unless `html` made it. Null is nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((text, place) => text + render(parts[place] ?? null)).join(''),
});

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? '');
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}

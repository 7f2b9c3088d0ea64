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

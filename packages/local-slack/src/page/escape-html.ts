const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

/** `true`: a bare attribute; `false`, `null` and `undefined`: none. */
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** ` name="value"` for each, with escaped values. Names are never user input. */
export const buildAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => {
      if (value === false || value === null || value === undefined) return '';
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
    })
    .join('');

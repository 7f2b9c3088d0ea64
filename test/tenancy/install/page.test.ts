import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../../../src/tenancy/install/pages.ts';

test('text never becomes markup, and can be read back unchanged', () => {
  const names: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'a;#39 lt') }), (text) => {
      const { markup } = html`${text}`;
      expect(markup).not.toMatch(/[<>"']/);
      expect(markup.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => names[name] ?? '')).toBe(text);
    }),
  );
});

test('markup from html stays as it is, alone and in lists, and null becomes nothing', () => {
  const item = html`<b>${'<i>'}</b>`;
  expect(html`<p>${item}${[item, '&', null, 7]}${null}</p>`.markup).toBe(
    '<p><b>&lt;i&gt;</b><b>&lt;i&gt;</b>&amp;7</p>',
  );
});

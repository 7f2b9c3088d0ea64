export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*(?:="[^"<>]*")?)*)>/i;
const ENTITY = /^&(?:amp|lt|gt|quot|#39);/;

/** Parses HTML as strictly as our renderer writes it: anything else is unescaped text. */
export const readTags = (html: string): Tag[] => {
  const tags: Tag[] = [];
  let rest = html;
  while (rest !== '') {
    const text = /^[^<>&]+/.exec(rest)?.[0] ?? ENTITY.exec(rest)?.[0];
    if (text !== undefined) {
      rest = rest.slice(text.length);
      continue;
    }
    const tag = TAG.exec(rest);
    if (!tag) throw new Error(`not escaped: ${rest.slice(0, 60)}`);
    rest = rest.slice(tag[0].length);
    if (tag[1]) continue;
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of (tag[3] ?? '').matchAll(/ ([a-z-]+)(?:="([^"]*)")?/gi))
      attributes[name] = value;
    tags.push({ name: tag[2] ?? '', attributes });
  }
  return tags;
};

/** Dangerous tags, attributes and URLs in this HTML. */
export const listDangers = (html: string): string[] =>
  readTags(html).flatMap(({ name, attributes }) => [
    ...(/^(script|iframe|object|embed|style|meta|base|svg\w+)$/i.test(name) ? [name] : []),
    ...Object.keys(attributes).filter((one) => /^on|^srcdoc$|^formaction$/i.test(one)),
    ...Object.entries(attributes)
      .filter(([one, value]) => one === 'href' && !/^(https?:|mailto:|tel:)/.test(value))
      .map(([, value]) => value),
    ...Object.entries(attributes)
      .filter(([one, value]) => (one === 'src' || one === 'data-enlarge') && !/^https?:/.test(value))
      .map(([, value]) => value),
  ]);

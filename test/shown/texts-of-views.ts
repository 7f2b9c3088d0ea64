import { readdirSync, readFileSync } from 'node:fs';

const SRC = new URL('../../src/', import.meta.url);

/** Words that somebody reads, not names of Slack or of the code: two of them, or one that begins like a label. */
const IS_TEXT = /\p{L}{2,}[^\p{L}]* \p{L}|^\p{Lu}\p{Ll}{2,}$|\p{L}{2,} [^\p{L}]*$|^[^\p{L}]* \p{L}{2,}/u;

/** Every text of the views and of how a sale stands, with its file. A template with values in it counts as the texts between them. */
export const listTexts = (): { file: string; text: string }[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /-view\.ts$|\/display-states\.ts$/.test(file))
    .flatMap((file) => {
      const texts = new Set(readStrings(readFileSync(new URL(file, SRC), 'utf8')));
      return [...texts].filter((text) => IS_TEXT.test(text)).map((text) => ({ file, text }));
    });

/** The strings of a source text that are no names of members. */
export const readStrings = (source: string): string[] => {
  const found: string[] = [];
  let at = 0;

  /** Up to one of these ends, which is passed. Returns it. */
  const readString = (...ends: string[]): string => {
    let text = '';
    for (; at < source.length; at += 1) {
      const end = ends.find((one) => source.startsWith(one, at));
      if (end !== undefined) {
        at += end.length;
        if (source[at] !== ':') found.push(text);
        return end;
      }
      if (source[at] === '\\') at += 1;
      text += source[at - 1] === '\\' && source[at] === 'n' ? '\n' : source[at];
    }
    return '';
  };

  const skipTo = (end: string): void => {
    const found = source.indexOf(end, at);
    at = found === -1 ? source.length : found + end.length;
  };

  /** Up to the brace that closes it. */
  const readCode = (): void => {
    while (at < source.length) {
      const next = source[at];
      if (source.startsWith('//', at)) skipTo('\n');
      else if (source.startsWith('/*', at)) skipTo('*/');
      else {
        at += 1;
        if (next === "'" || next === '"') readString(next);
        else if (next === '/' && /[(=,:]\s*\/$/.test(source.slice(at - 8, at))) skipRegExp();
        else if (next === '`') while (readString('`', '${') === '${') readCode();
        else if (next === '{') readCode();
        else if (next === '}') return;
      }
    }
  };

  const skipRegExp = (): void => {
    const [whole = ''] = /^(?:\\.|\[(?:\\.|[^\]])*\]|[^\\/[])*\//.exec(source.slice(at)) ?? [];
    at += whole.length;
  };

  readCode();
  return found;
};

/** All that people read in a payload, in one text. */
export const wordsOf = (value: unknown): string => {
  const found: string[] = [];
  const read = (part: unknown): void => {
    if (typeof part === 'string') found.push(part);
    else if (typeof part === 'object' && part !== null) for (const one of Object.values(part)) read(one);
  };
  read(value);
  return found.join('\u0000').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
};

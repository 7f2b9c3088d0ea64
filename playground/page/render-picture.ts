import { buildAttributes } from './escape-html.ts';
import { type JsonRecord, readRecord, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { safePicture } from './safe-address.ts';

/** Address of a picture that a block names by address or by uploaded file. */
export const findPicture = (block: JsonRecord, { files }: RenderContext): string | null => {
  const named = readRecord(block['slack_file']);
  const id = readText(named['id']);
  const file = id ? files.find((one) => one.id === id) : undefined;
  return safePicture(readText(block['image_url']) || (file?.url ?? readText(named['url'])));
};

/** A picture that can be enlarged; its words stand in where it cannot be found. */
export const renderPicture = (block: JsonRecord, context: RenderContext, classes: string): string => {
  const src = findPicture(block, context);
  const alt = readText(block['alt_text']);
  if (src === null) {
    return `<span${buildAttributes({ class: `${classes} picture-missing`, role: 'img', 'aria-label': alt })}>🖼</span>`;
  }
  return `<button${buildAttributes({ type: 'button', class: `picture ${classes}`, 'data-enlarge': src, 'aria-label': `Enlarge: ${alt}` })}><img${buildAttributes({ src, alt })}></button>`;
};

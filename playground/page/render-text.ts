import { findEmoji } from './emoji.ts';
import { escapeHtml } from './escape-html.ts';
import { readRecord, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderMrkdwn } from './render-mrkdwn.ts';

/** Plain text: nothing is read but emoji names. */
export const renderPlain = (text: string): string =>
  escapeHtml(text).replace(/:([a-z0-9_+-]+):/g, (name, found: string) => findEmoji(found) ?? name);

/** A text object of either kind. */
export const renderText = (value: unknown, context: RenderContext): string => {
  const object = readRecord(value);
  const text = readText(object['text']);
  return object['type'] === 'mrkdwn'
    ? renderMrkdwn(text, context, object['verbatim'] === true)
    : renderPlain(text).replaceAll('\n', '<br>');
};

/** The words of a text object, not yet HTML. */
export const plainWords = (value: unknown): string => readText(readRecord(value)['text']);

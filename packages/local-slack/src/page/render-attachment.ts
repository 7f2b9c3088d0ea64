import { type JsonRecord, readRecords, readText } from './read-json.ts';
import { renderBlocks } from './render-blocks.ts';
import type { RenderContext } from './render-context.ts';
import { renderMrkdwn, renderPlain } from './render-mrkdwn.ts';

/** An attachment, which other apps still post: its blocks, or its words; the fallback if it has neither. */
export const renderAttachment = (attachment: JsonRecord, context: RenderContext): string => {
  const words = (html: string): string => (html === '' ? '' : `<div class="words">${html}</div>`);
  const mrkdwn = (name: string): string => words(renderMrkdwn(readText(attachment[name]), context));
  const title = readText(attachment['title']);
  const parts = [
    mrkdwn('pretext'),
    title === '' ? '' : words(`<b>${renderPlain(title)}</b>`),
    mrkdwn('text'),
    ...readRecords(attachment['fields']).map((field) =>
      words(
        `<b>${renderPlain(readText(field['title']))}</b> ${renderMrkdwn(readText(field['value']), context)}`,
      ),
    ),
    renderBlocks(readRecords(attachment['blocks']), context),
  ].join('');
  return `<div class="attachment">${parts || mrkdwn('fallback')}</div>`;
};

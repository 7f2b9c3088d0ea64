import { escapeHtml } from './escape-html.ts';
import { type JsonRecord, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderChart, renderDataTable, renderTable } from './render-data.ts';
import { renderInputBlock } from './render-input-block.ts';
import {
  renderActions,
  renderAlert,
  renderCard,
  renderContextBlock,
  renderHeader,
  renderImageBlock,
  renderSection,
  renderUnknown,
} from './render-layout.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-mrkdwn.ts';
import { renderRichText } from './render-rich-text.ts';

type Renderer = (block: JsonRecord, context: RenderContext) => string;

const renderContainer: Renderer = (block, context) => {
  const title = block['title']
    ? renderText(block['title'], context)
    : renderRichText(readRecord(block['rich_text_title']), context);
  const subtitle = block['subtitle'] ? renderText(block['subtitle'], context) : '';
  return `<div class="block container"><div class="card-title">${title}</div><div class="card-subtitle">${subtitle}</div>${renderBlocks(block['child_blocks'], context)}</div>`;
};

const renderTask: Renderer = (block, context) =>
  `<div class="block card"><div class="card-title">${escapeHtml(readText(block['title']))}</div><div class="card-subtitle">${escapeHtml(readText(block['status']).replaceAll('_', ' '))}</div>${block['details'] ? renderRichText(readRecord(block['details']), context) : ''}${block['output'] ? renderRichText(readRecord(block['output']), context) : ''}</div>`;

const RENDERERS: Record<string, Renderer> = {
  actions: renderActions,
  context_actions: renderActions,
  alert: renderAlert,
  card: renderCard,
  carousel: (block, context) =>
    `<div class="block carousel">${renderBlocks(block['elements'], context)}</div>`,
  container: renderContainer,
  context: renderContextBlock,
  data_table: renderDataTable,
  data_visualization: renderChart,
  divider: () => '<hr class="block divider">',
  header: renderHeader,
  image: renderImageBlock,
  input: renderInputBlock,
  markdown: (block) => renderMarkdown(readText(block['text'])),
  plan: (block, context) =>
    `<div class="block plan"><div class="card-title">${escapeHtml(readText(block['title']))}</div>${renderBlocks(block['tasks'], context)}</div>`,
  rich_text: (block, context) => `<div class="block">${renderRichText(block, context)}</div>`,
  section: renderSection,
  table: renderTable,
  task_card: renderTask,
};

/** Blocks as HTML. All text is escaped; only http(s), mailto and tel links work. */
export function renderBlocks(blocks: unknown, context: RenderContext): string {
  return readRecords(blocks)
    .map((block) => {
      const type = readText(block['type']);
      const render = Object.hasOwn(RENDERERS, type) ? RENDERERS[type] : undefined;
      return (render ?? renderUnknown)(block, context);
    })
    .join('');
}

import { readTyped } from './typed-text.ts';

/** A message nests few blocks: the rest is nobody's to read. */
const DEEPEST = 8;

/**
 * The texts of a message, from the one that people read first to the one that says most: its text, its blocks, and its
 * blocks with its attachments. A bot's text may say less than its blocks. Without Slack's marks.
 */
export const readMessageTexts = ({
  text,
  blocks,
  attachments,
}: {
  text?: unknown;
  blocks?: unknown;
  attachments?: unknown;
}): string[] => {
  const ofBlocks = readBlocks(blocks, DEEPEST);
  const ofAttachments = listOf(attachments).map(readAttachment);
  const all = [ofBlocks || readMrkdwn(text), ...ofAttachments];
  return [readMrkdwn(text), ofBlocks, joinLines(all)];
};

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

const readMrkdwn = (value: unknown): string => readTyped(textOf(value));

/** A text object: mrkdwn or plain. */
const readObject = (value: unknown): string => {
  if (!isJson(value)) return '';
  return value['type'] === 'mrkdwn' ? readMrkdwn(value['text']) : textOf(value['text']);
};

const readBlocks = (value: unknown, depth: number): string =>
  joinLines(listOf(value).map((block) => readBlock(block, depth)));

function readBlock(block: Json, depth: number): string {
  if (depth === 0) return '';
  switch (block['type']) {
    case 'rich_text':
      return joinLines(listOf(block['elements']).map((part) => readRich(part, depth - 1)));
    case 'section':
      return joinLines([readObject(block['text']), ...listOf(block['fields']).map(readLabelled)]);
    case 'header':
      return readObject(block['text']);
    case 'context':
      return joinLines(listOf(block['elements']).map(readObject));
    default:
      return '';
  }
}

/** `Customer:` above `Sara Khan` is one line: the label says what the line below is. */
const readLabelled = (field: Json): string => readObject(field).replace(/:\s*\n\s*/, ': ');

function readRich(element: Json, depth: number): string {
  if (depth === 0) return '';
  const style = isJson(element['style']) ? element['style'] : {};
  switch (element['type']) {
    case 'rich_text_section':
    case 'rich_text_quote':
    case 'rich_text_preformatted':
      return listOf(element['elements'])
        .map((part) => readRich(part, depth - 1))
        .join('');
    case 'rich_text_list':
      return joinLines(listOf(element['elements']).map((part) => readRich(part, depth - 1)));
    case 'text':
      // What is struck out is no longer said.
      return style['strike'] === true ? ' ' : textOf(element['text']);
    case 'link':
      return textOf(element['text']) || textOf(element['url']).replace(/^(?:mailto|tel):/, '');
    default:
      return ' ';
  }
}

function readAttachment(attachment: Json): string {
  const fields = listOf(attachment['fields']).map(({ title, value }) => {
    const label = textOf(title).trim();
    return `${label}${label === '' || label.endsWith(':') ? '' : ':'} ${readMrkdwn(value)}`;
  });
  const lines = [
    readMrkdwn(attachment['pretext']),
    textOf(attachment['title']),
    readMrkdwn(attachment['text']),
    ...fields,
    readBlocks(attachment['blocks'], DEEPEST),
  ];
  return joinLines(lines) || readMrkdwn(attachment['fallback']);
}

import { limits } from '../../blocks/limits.ts';
import type { Message } from '../../blocks/message.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../../blocks/text.ts';
import type { Batch } from '../../store/batch.ts';

/** To the person who keeps a list, when nothing comes of it. */
export const buildListNews = ({ fileName }: Pick<Batch, 'fileName'>, why: 'erased' | 'failed'): Message =>
  build(
    why === 'erased'
      ? '🔁 A list that came every month comes no more: the data of all its customers was erased. Give the file again with `/paylink batch` to have it come again.'
      : `🔁 Paylink tried to prepare this month’s ${name(fileName)}, and could not. Nothing was created. Give the file with \`/paylink batch\`; next month it comes again by itself.`,
  );

/** In the channel, when neither the one who keeps a list nor an admin was reached. Names no customer. */
export const buildListUnreached = ({ fileName }: Pick<Batch, 'fileName'>): Message =>
  build(
    `🔁 It is the day of ${name(fileName)}, and Paylink reached nobody by direct message to confirm it. Nothing is created until somebody does: whoever may make links from files finds it under \`/paylink batch\`.`,
  );

const name = (fileName: string): string => escapeMrkdwn(cut(fileName, 80));

const build = (text: string): Message => ({
  text: cut(text.replaceAll('`', ''), limits.section.text),
  blocks: [{ type: 'section', block_id: 'list_news', text: mrkdwn(text) }],
});

import { limits } from '../../blocks/limits.ts';
import type { Message } from '../../blocks/message.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../../blocks/text.ts';
import type { Batch } from '../../store/batch.ts';

/** To the person who keeps a list, when nothing comes of it. */
export const buildListNews = ({ fileName }: Pick<Batch, 'fileName'>, why: 'erased' | 'failed'): Message =>
  build(
    why === 'erased'
      ? '🔁 A monthly list has ended: the data of all its customers was erased. To start it again, upload the file with `/paylink batch`.'
      : `🔁 Paylink couldn’t prepare this month’s ${name(fileName)}. Nothing was created. Upload the file with \`/paylink batch\`; next month’s is prepared as usual.`,
  );

/** In the channel, when neither the one who keeps a list nor an admin was reached. Names no customer. */
export const buildListUnreached = ({ fileName }: Pick<Batch, 'fileName'>): Message =>
  build(
    `🔁 ${name(fileName)} is due today, but Paylink couldn’t reach anyone by direct message to confirm it. Nothing is created until someone does: people who may make links from files find it under \`/paylink batch\`.`,
  );

const name = (fileName: string): string => escapeMrkdwn(cut(fileName, 80));

const build = (text: string): Message => ({
  text: cut(text.replaceAll('`', ''), limits.section.text),
  blocks: [{ type: 'section', block_id: 'list_news', text: mrkdwn(text) }],
});

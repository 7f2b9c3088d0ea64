import { limits } from './limits.ts';
import { type Message, section } from './message.ts';
import { mention } from './refusal.ts';
import { cut, escapeMrkdwn } from './text.ts';

/** What a person should have read, for somebody else: Slack can't reach that person. `code`: Slack's reason. */
export const buildPassedOn = (message: Message, userId: string, code: string): Message => {
  const why = `📭 Slack can’t reach ${mention(userId)} (\`${escapeMrkdwn(cut(code, 80))}\`), so you get this.`;
  return {
    text: cut(`${why.replaceAll('`', '')} ${message.text}`, limits.section.text),
    blocks: [section(why, 'passed_on'), ...message.blocks],
  };
};

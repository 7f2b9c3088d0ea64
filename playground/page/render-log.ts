import { buildContext, zoneOf } from './build-context.ts';
import { escapeHtml } from './escape-html.ts';
import type { FormState } from './form-state.ts';
import { formatDay } from './format-date.ts';
import type { Message } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { messageTime, renderMessage } from './render-message.ts';
import { messageScope } from './scope.ts';

const CONTINUED_WITHIN_MS = 5 * 60_000;

const continues = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.user === message.user &&
  before.ephemeralTo === message.ephemeralTo &&
  messageTime(message.ts) - messageTime(before.ts) < CONTINUED_WITHIN_MS;

/** Messages one below the other, with a line between the days. */
export const renderLog = (
  messages: Message[],
  {
    state,
    forms,
    repliesTo,
  }: { state: PageState; forms: FormState; repliesTo: (ts: string) => Message[] | null },
): string => {
  const timeZone = zoneOf(state);
  let day = '';
  let before: Message | undefined;
  return messages
    .map((message) => {
      const today = formatDay(messageTime(message.ts), state.now, timeZone);
      const divider =
        today === day
          ? ''
          : `<div class="day" role="separator" data-key="d${escapeHtml(today)}"><span>${escapeHtml(today)}</span></div>`;
      const replies = repliesTo(message.ts);
      const look = {
        isContinued: divider === '' && continues(before, message),
        replies: replies ?? [],
        hasThread: replies !== null && message.ephemeralTo === null,
      };
      day = today;
      before = message;
      return divider + renderMessage(message, look, buildContext(state, forms, messageScope(message)));
    })
    .join('');
};

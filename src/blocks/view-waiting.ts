import type { ModalView } from '@slack/types';
import { limits } from './limits.ts';
import { mrkdwn, plain } from './text.ts';

/** A small window that stands until what it is for has been read. */
export interface Waiting {
  callbackId: string;
  title: string;
}

export const buildWaiting = (waiting: Waiting): ModalView => buildNotice(waiting, '⏳ Getting ready…');

/** In place of a window that was waiting: why there is nothing to see. `words` are mrkdwn. */
export const buildNotice = ({ callbackId, title }: Waiting, words: string): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  title: plain(title, limits.view.title),
  close: plain('Close', limits.view.close),
  blocks: [{ type: 'section', text: mrkdwn(words) }],
});

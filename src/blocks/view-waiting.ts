import type { ModalView } from '@slack/types';
import { limits } from './limits.ts';
import { mrkdwn, plain } from './text.ts';

/** A small window shown while its contents load. */
export interface Waiting {
  callbackId: string;
  title: string;
}

export const buildWaiting = (waiting: Waiting): ModalView => buildNotice(waiting, '⏳ Getting ready…');

/** Replaces a waiting window that has nothing to show. `words`: the reason, in mrkdwn. */
export const buildNotice = ({ callbackId, title }: Waiting, words: string): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  title: plain(title, limits.view.title),
  close: plain('Close', limits.view.close),
  blocks: [{ type: 'section', text: mrkdwn(words) }],
});

import type { ModalView } from '@slack/types';
import { limits } from './limits.ts';
import { LINK_RESULT_CALLBACK } from './link-progress.ts';
import { escapeMrkdwn, mrkdwn, plain } from './text.ts';

/** On top of the form, which can say the same under its fields once it is submitted again. */
export const buildFormNotTaken = (errors: readonly string[]): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('Check the form', limits.view.title),
  close: plain('Back to the form', limits.view.close),
  blocks: [
    {
      type: 'section',
      text: mrkdwn(`⚠️ *No link was created.*\n${errors.map(escapeMrkdwn).join('\n')}`),
    },
  ],
});

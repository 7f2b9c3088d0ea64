import type { Button, KnownBlock, ModalView } from '@slack/types';
import { actions, buildButton, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { buildWhatsappBlocks, type WhatsappShown } from '../links/card/whatsapp-view.ts';
import type { Batch } from '../store/batch.ts';

export const REMINDER_CALLBACK = 'batch_reminder';
export const REMIND_NEXT_ACTION = 'batch_remind_next';
export const REMIND_BACK_ACTION = 'batch_remind_back';

/** `content` is null if no unpaid links are left. `place` counts from 0. */
export const buildBatchReminder = ({
  batch,
  place,
  count,
  content,
}: {
  batch: Batch;
  place: number;
  count: number;
  content: WhatsappShown | null;
}): ModalView =>
  modal(
    REMINDER_CALLBACK,
    { title: 'Remind the unpaid', close: 'Close' },
    content === null
      ? [section('Nobody is left to remind: no unpaid link can be paid any more.')]
      : [
          section(
            `*${groupNumber(place + 1)} of ${groupNumber(count)}*: ${escapeMrkdwn(content.link.details.FullName)}, ${formatAed(content.link.amountFils)}`,
          ),
          // Above the text, which is long.
          ...buildSteps(batch, place, count),
          ...buildWhatsappBlocks(content),
        ],
  );

function buildSteps({ id }: Batch, place: number, count: number): KnownBlock[] {
  const step = (actionId: string, text: string, to: number): Button =>
    buildButton(`${id}:${to}`, actionId, text);
  const elements = [
    ...(place + 1 < count ? [step(REMIND_NEXT_ACTION, 'Next customer', place + 1)] : []),
    ...(place > 0 ? [step(REMIND_BACK_ACTION, 'Back', place - 1)] : []),
  ];
  return elements.length === 0 ? [] : [actions('batch_reminder_steps', elements)];
}

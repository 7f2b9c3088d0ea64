import type { Button, ModalView } from '@slack/types';
import { actions, buildNotice, modal, section } from '../../blocks/message.ts';
import { buildWhatsappBlocks, type WhatsappShown } from './whatsapp-view.ts';

export const REMIND_WINDOW = { callbackId: 'remind', title: 'Remind' } as const;

/** One customer of several. *Next customer* stands above the text, which is long. */
export const buildRemindWindow = (head: string, next: Button | null, shown: WhatsappShown): ModalView =>
  modal(REMIND_WINDOW.callbackId, { title: REMIND_WINDOW.title, close: 'Close' }, [
    section(head),
    ...(next ? [actions('remind_steps', [next])] : []),
    ...buildWhatsappBlocks({ ...shown, isReminder: true }),
  ]);

export const buildNobodyLeft = (): ModalView => buildNotice(REMIND_WINDOW, '✅ Nobody else to remind.');

import type { ModalView } from '@slack/types';
import { buildOption, modal, section } from '../blocks/message.ts';
import { buildInputs, type Fields, radio } from '../slack/fields.ts';

export const EXPORT_PLACE = { callbackId: 'export_place', toMe: 'me', toThread: 'thread' } as const;

export const EXPORT_PLACE_FORM = {
  place: {
    label: 'Where to',
    kind: radio({
      options: [
        buildOption(EXPORT_PLACE.toMe, 'Send it to me', 'A direct message, with customers’ data too'),
        buildOption(
          EXPORT_PLACE.toThread,
          'Post it in this message’s thread',
          'Everybody here can open it; no names, e-mails or phones',
        ),
      ],
    }),
  },
} satisfies Fields;

/** Asks where to send the file of a report that is in a channel. */
export const buildExportPlace = (fileName: string, metadata: string): ModalView =>
  modal(EXPORT_PLACE.callbackId, { title: 'Export', submit: 'Export', close: 'Cancel', metadata }, [
    section(`*${fileName}*`),
    ...buildInputs(EXPORT_PLACE_FORM, { place: EXPORT_PLACE.toMe }),
  ]);

import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { drawQr } from '../../delivery/pictures/draw-qr.ts';
import type { SlackClientOf } from '../../slack/slack-clients.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';

const uploadSchema = z.object({
  files: z.array(z.object({ files: z.array(z.object({ id: z.string() })).min(1) })).min(1),
});

export interface QrPictures {
  /** Slack's id of the link's QR picture, uploaded at most once. Rejects with Slack's error. */
  upload(link: Link): Promise<string>;
}

export const createQrPictures = ({
  clientOf,
  links,
  clock,
  draw = drawQr,
}: {
  clientOf: SlackClientOf;
  links: LinkStore;
  clock: Clock;
  /** Draws the picture of an address. */
  draw?: typeof drawQr | undefined;
}): QrPictures => {
  const uploads = new Map<string, Promise<string>>();

  const upload = async (id: string): Promise<string> => {
    const link = await links.get(id);
    if (link.qrFileId !== null) return link.qrFileId;
    if (link.address === null) throw new Error('a link without an address has no QR code');
    const file = await draw(link.address);
    const client = await clientOf(link.teamId);
    const answer = await client.filesUploadV2({
      file,
      filename: `${link.invoiceId.replace(/[^\w.-]+/g, '-')}.png`,
      title: 'QR code',
      alt_text: 'QR code of the payment link',
    });
    const fileId = uploadSchema.parse(answer).files[0]?.files[0]?.id;
    if (fileId === undefined) throw new Error('Slack gave no file id');
    await links.setQrFile(id, fileId, clock.now());
    return fileId;
  };

  return {
    upload: (link) => {
      const running = uploads.get(link.id) ?? upload(link.id).finally(() => uploads.delete(link.id));
      uploads.set(link.id, running);
      return running;
    },
  };
};

import type { CardPlace } from '../messages/link-qr.ts';
import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';
import { findPermalink } from './find-permalink.ts';

/** Where a card shows the QR code of a link; null where none does, or Slack does not tell in time. */
export const findCardOfQr = async (
  link: Link,
  { patientClient, ...dependencies }: Pick<ListenerDependencies, 'patientClient' | 'clock' | 'log'>,
): Promise<CardPlace | null> => {
  if (link.card === null || link.qrFileId === null) return null;
  const permalink = await findPermalink(link, patientClient, dependencies);
  return permalink === null ? null : { permalink, channelId: link.card.channelId };
};

import type { Link } from '../../store/link.ts';
import type { DeliveryDependencies } from './notice-delivery.ts';

/** Whether the picture goes into the card's thread. A card that has its picture already keeps it. */
export const isQrInThread = async (
  { teamId, card, qrMessage, qrState }: Link,
  { channelSettings }: Pick<DeliveryDependencies, 'channelSettings'>,
): Promise<boolean> => {
  if (card === null || qrMessage !== null) return qrMessage !== null;
  if (qrState === 'taken') return false;
  return (await channelSettings.of(teamId, card.channelId)).qrPlace === 'thread';
};

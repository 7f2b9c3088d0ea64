import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import type { Link } from '../../store/link.ts';
import {
  buildEditNotice,
  buildHandOverNotice,
  buildOwnerMoveNotice,
  type NewNotice,
} from '../card/notice-kinds.ts';
import type { HandedOverTo } from './hand-over-view.ts';

/**
 * A word to both, and the card: one in a channel names its new owner, one in somebody's messages goes to those
 * of its new owner.
 */
export const buildHandOverNotices = (
  link: Link,
  handed: HandedOverTo,
  ids: Pick<Ids, 'notice'>,
): NewNotice[] => [
  buildHandOverNotice(link, ids, { ...handed, tells: handed.to }),
  buildHandOverNotice(link, ids, { ...handed, tells: handed.from }),
  buildEditNotice(link, ids),
  ...(link.card !== null && !isChannel(link.card.channelId) ? [buildOwnerMoveNotice(link, ids)] : []),
];

import { defineTable, flag, instant, text, word } from '../engine/table.ts';

/** A saved query on a listing, so that buttons only need to carry its id. The rows themselves are never stored. */
export const reports = defineTable(
  'reports',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    /** Who ran it. */
    userId: text('staff'),
    kind: word<'transactions' | 'payouts' | 'links'>(),
    /** Both ends inclusive. */
    spanFrom: instant(),
    spanTo: instant(),
    /** Visible to the channel, not only to the person. */
    isShared: flag(),
    createdAt: instant(),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

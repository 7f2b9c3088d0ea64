import { z } from 'zod';
import { defineTable, flag, instant, json, text, word } from '../engine/table.ts';

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
    /** The keys of the columns that the person chose; null: the usual ones. */
    columns: json(z.array(z.string()), 'nobody').nullable(),
    createdAt: instant(),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

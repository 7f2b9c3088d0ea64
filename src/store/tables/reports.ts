import { count, customer, defineTable, instant, text } from '../engine/table.ts';

/** A saved query on a listing, so that buttons only need to carry its id. */
export const reports = defineTable(
  'reports',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    userId: text('staff'),
    kind: text('nobody'),
    spanFrom: instant(),
    spanTo: instant(),
    isShared: count(),
    createdAt: instant(),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** A person's search, so that buttons only need to carry its id. */
export const searches = defineTable(
  'searches',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    userId: text('staff'),
    /** The query, as JSON. May name a customer, so it is deleted within days. */
    query: text(customer('with-row')),
    /** The link after which each page starts, as JSON. */
    starts: text('nobody'),
    createdAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_age: { on: ['createdAt'] },
    },
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'deleted', whenRemoved: 'deleted' },
  },
);

import { defineTable, instant, text } from '../engine/table.ts';

/** The processes of this database, with their latest heartbeats. */
export const processes = defineTable(
  'processes',
  {
    id: text('nobody'),
    aliveAt: instant(),
  },
  {
    key: ['id'],
    fate: { of: 'database', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

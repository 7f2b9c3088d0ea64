import { defineTable, text } from '../engine/table.ts';

/** A value of the database as a whole; one is the key of the addresses that Paylink hands out. */
export const meta = defineTable(
  'meta',
  {
    name: text('nobody'),
    value: text('secret'),
  },
  {
    key: ['name'],
    fate: { of: 'database', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

import { customer, defineTable, instant, text } from '../engine/table.ts';

/** A customer that an admin asked to forget, while some of the data has to stay. */
export const forgottenCustomers = defineTable(
  'forgottenCustomers',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    at: instant(),
    phoneKey: text(customer('with-row')),
    emailKey: text(customer('with-row')).nullable(),
    /** What free text is compared by, as JSON: see `CustomerWords`. */
    words: text(customer('with-row')),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'deleted', whenRemoved: 'deleted' },
  },
);

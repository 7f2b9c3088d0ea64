import { z } from 'zod';
import { customer, defineTable, instant, json, type Row, text } from '../engine/table.ts';

/** A customer that an admin asked to forget, while some of the data has to stay. */
export const forgottenCustomers = defineTable(
  'forgottenCustomers',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    at: instant(),
    phoneKey: text(customer('with-row')).nullable(),
    emailKey: text(customer('with-row')).nullable(),
    /** What free text is compared by: see `CustomerWords`. */
    words: json(z.array(z.string()), customer('with-row')),
  },
  {
    key: ['id'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'deleted', whenRemoved: 'deleted' },
  },
);

export type ForgottenCustomer = Row<typeof forgottenCustomers>;

import { open, press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { handleRemind, handleRemindNext, handleUnpaidPage } from './unpaid-list.ts';
import { UNPAID_ACTIONS } from './unpaid-view.ts';

const page = press({ name: 'unpaid page', needs: null }, handleUnpaidPage);

export const UNPAID = {
  actions: {
    [UNPAID_ACTIONS.previous]: page,
    [UNPAID_ACTIONS.next]: page,
    [UNPAID_ACTIONS.remind]: open({ name: 'unpaid remind', needs: null }, handleRemind),
    [UNPAID_ACTIONS.remindNext]: press({ name: 'unpaid remind next', needs: null }, handleRemindNext),
  },
} satisfies Room;

import { submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { handleReconcileSubmission } from './reconcile-command.ts';
import { RECONCILE_CALLBACK } from './reconcile-form-view.ts';

/** The workbook of a month. */
export const RECONCILIATION = {
  views: {
    [RECONCILE_CALLBACK]: submit({ name: 'reconcile_month', needs: 'export' }, handleReconcileSubmission),
  },
} satisfies Room;

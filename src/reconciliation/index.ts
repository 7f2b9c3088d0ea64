import { listenersOf } from '../slack/listener.ts';
import { RECONCILE_FORM } from './reconcile-form-view.ts';

/** The workbook of a month. */
export const RECONCILIATION = {
  views: {
    [RECONCILE_FORM.callbackId]: listenersOf(() => import('./reconcile-command.ts'))(
      'handleReconcileSubmission',
    ),
  },
};

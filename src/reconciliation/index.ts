import { submit } from '../people/frame.ts';
import { listenersOf } from '../slack/listener.ts';
import { RECONCILE_FORM } from './reconcile-form-view.ts';

/** The workbook of a month. */
export const RECONCILIATION = {
  views: {
    [RECONCILE_FORM.callbackId]: submit(
      { name: 'reconcile_month', needs: 'export', field: RECONCILE_FORM.month },
      listenersOf(() => import('./reconcile-command.ts'))('handleReconcileSubmission'),
    ),
  },
};

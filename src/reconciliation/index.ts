import { whenUsed } from '../slack/lazy.ts';
import { RECONCILE_FORM } from './reconcile-form-view.ts';

const handleReconcileSubmission = whenUsed(
  async () => (await import('./reconcile-command.ts')).handleReconcileSubmission,
);

/** The workbook of a month. */
export const RECONCILIATION = {
  views: { [RECONCILE_FORM.callbackId]: handleReconcileSubmission },
};

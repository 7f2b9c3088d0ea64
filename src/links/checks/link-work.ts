import type { Clock } from '../../clock.ts';
import type { CheckSettings } from '../../config/config.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/open-store.ts';
import type { ServiceOf } from '../../workspaces/service-of.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import { createIssuer, type Issuer } from '../form/issuer.ts';
import { createAwaitsTransaction } from './awaited-transaction.ts';
import { createCheckPlan } from './check-plan.ts';
import { createReadBack } from './read-back.ts';
import { createReconciler } from './reconciler.ts';
import type { ReminderHoursOf } from './reminder-time.ts';
import type { FinanceOf } from './sale-news.ts';
import { createSettler, type Settler } from './settler.ts';
import { createSweep, type Sweep, type SweepEnd } from './sweep.ts';
import { createWatcher, type Watcher } from './watcher.ts';

export interface LinkWork {
  issuer: Issuer;
  settler: Settler;
  watcher: Watcher;
}

export interface LinkWorkDependencies {
  store: Store;
  serviceOf: ServiceOf;
  reminderHoursOf: ReminderHoursOf;
  financeOf: FinanceOf;
  isLookUpConfigured: boolean;
  settings: CheckSettings;
  wordsOf: PaymentWordsOf;
  /** Null: no callbacks can reach this app, and only the sweep finds news. */
  callbackBase: string | null;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
  /** Something was written that Slack must show. */
  onNews: () => void;
  /** A job was written that asks the admins a question. */
  onQuestion?: () => void;
  /** Called when a sweep over the open links ends; null: it could not read the service. */
  onSweep?: (ended: { links: number; changed: number } | null) => void;
}

export const createLinkWork = (dependencies: LinkWorkDependencies): LinkWork => {
  const { store, settings } = dependencies;
  const shared = { ...dependencies, links: store.links, plan: createCheckPlan(settings) };
  const readBack = createReadBack({ ...shared, requestLastsMs: settings.requestLastsMs });
  const settler = createSettler({ ...shared, readBack });
  const reconciler = createReconciler({
    ...shared,
    settler,
    awaitsTransaction: createAwaitsTransaction(shared),
    callbacks: store.callbacks,
    jobs: store.jobs,
  });
  const watcher = createWatcher({
    ...shared,
    callbacks: store.callbacks,
    sweeps: store.sweeps,
    settler,
    readBack,
    reconciler,
    sweep: watchSweep(createSweep({ ...shared, readBack, reconciler }), dependencies.onSweep),
    isAlone: store.engine === 'sqlite',
  });
  return { issuer: createIssuer({ ...shared, settler, onIssued: () => watcher.wake() }), settler, watcher };
};

function watchSweep(sweep: Sweep, onSweep: LinkWorkDependencies['onSweep'] = () => undefined): Sweep {
  const watchEnd = async (ended: Promise<SweepEnd>): Promise<SweepEnd> => {
    try {
      const end = await ended;
      if (end !== null) onSweep(end);
      return end;
    } catch (error) {
      onSweep(null);
      throw error;
    }
  };
  return async () => {
    try {
      return { ended: watchEnd((await sweep()).ended) };
    } catch (error) {
      onSweep(null);
      throw error;
    }
  };
}

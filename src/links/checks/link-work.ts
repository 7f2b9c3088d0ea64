import type { Clock } from '../../clock.ts';
import type { ClockTrust } from '../../clock-trust.ts';
import type { CheckSettings } from '../../config/config.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/open-store.ts';
import type { ServiceOf } from '../../workspaces/service-of.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import { createRepairCards } from '../card/repair-cards.ts';
import { createIssuer, type Issuer } from '../form/issuer.ts';
import { createApplyRecords } from './apply-records.ts';
import { createAskAdmins } from './ask-admins.ts';
import type { FinanceOf, ReminderHoursOf } from './change-notices.ts';
import { createCheckPlan } from './check-plan.ts';
import { createDueChecks, type DueChecks } from './due-checks.ts';
import { createLearnFirstWords } from './learn-first-words.ts';
import { createLostLinks, type LostLinks } from './lost-links.ts';
import { createReadBack } from './read-back.ts';
import { createRowsSeen, type RowsSeen } from './rows-seen.ts';
import { createSettleSeen } from './settle-seen.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { createWatcher, type Watcher } from './watcher.ts';

export interface LinkWork {
  issuer: Issuer;
  lostLinks: LostLinks;
  watcher: Watcher;
  rowsSeen: RowsSeen;
  /** What the watcher runs in its time. */
  checks: DueChecks;
  sweep: Sweep;
}

export interface LinkWorkDependencies {
  store: Store;
  serviceOf: ServiceOf;
  reminderHoursOf: ReminderHoursOf;
  financeOf: FinanceOf;
  adminsOf: (teamId: string) => Promise<readonly string[]>;
  isLookUpConfigured: boolean;
  settings: CheckSettings;
  wordsOf: PaymentWordsOf;
  /** Null: no callbacks can reach this app, and only the sweep finds news. */
  callbackBase: string | null;
  clock: Clock;
  isClockSure: ClockTrust['isSure'];
  ids: Ids;
  timeZone: string;
  log: Log;
  /** Something was written that Slack must show. */
  onNews: () => void;
  /** A job was written that asks the admins a question. */
  onQuestion?: () => void;
  /** Called when a sweep ends; null: it could not read the service. */
  onSweep?: (ended: { links: number; changed: number } | null) => void;
}

export const createLinkWork = (dependencies: LinkWorkDependencies): LinkWork => {
  const { store, settings } = dependencies;
  const shared = {
    ...dependencies,
    links: store.links,
    callbacks: store.callbacks,
    jobs: store.jobs,
    keptRecords: store.keptRecords,
    firstWords: store.firstWords,
    taughtWords: store.taughtWords,
    sweeps: store.sweeps,
    readings: store.transactionReadings,
    plan: createCheckPlan(settings),
  };
  const learnFirstWords = createLearnFirstWords(shared);
  const readBack = createReadBack({ ...shared, requestLastsMs: settings.requestLastsMs });
  const lostLinks = createLostLinks({ ...shared, readBack });
  const applyRecords = createApplyRecords({
    ...shared,
    lostLinks,
    learnFirstWords,
    askAdmins: createAskAdmins(shared),
  });
  const settleSeen = createSettleSeen({ ...shared, readBack, applyRecords, learnFirstWords });
  const checks = createDueChecks({
    ...shared,
    lostLinks,
    readBack,
    applyRecords,
    onEnd: () => {
      shared.onNews();
      watcher.wake();
    },
  });
  const sweep = createSweep({ ...shared, settleSeen });
  const watcher = createWatcher({
    ...shared,
    lostLinks,
    readBack,
    applyRecords,
    checks,
    sweep,
    repairCards: createRepairCards(shared),
    isAlone: store.engine === 'sqlite',
  });
  return {
    issuer: createIssuer({ ...shared, lostLinks, onIssued: watcher.wake }),
    lostLinks,
    watcher,
    rowsSeen: createRowsSeen({ ...shared, settleSeen, onChange: watcher.wake }),
    checks,
    sweep,
  };
};

import type { Base } from '../../app-parts.ts';
import { isLookUpConfigured } from '../../config/config.ts';
import { createRepairCards } from '../card/repair-cards.ts';
import { createIssuer, type Issuer } from '../form/issuer.ts';
import { createApplyRecords } from './apply-records.ts';
import { createAskAdmins } from './ask-admins.ts';
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

export const createLinkWork = (base: Base): LinkWork => {
  const { config, store, members, metrics, services, wake } = base;
  const settings = config.checks;
  const shared = {
    ...base,
    settings,
    serviceOf: services.of,
    wordsOf: base.words.of,
    reminderHoursOf: async (teamId: string) => (await base.settings.of(teamId)).reminderHours,
    financeOf: members.financeOf,
    adminsOf: (teamId: string) => members.whoMay(teamId, 'change-settings'),
    isLookUpConfigured: isLookUpConfigured(config),
    callbackBase: config.publicUrl === null ? null : `${config.publicUrl}/callbacks`,
    onNews: () => {
      wake.notices();
      wake.counters();
    },
    onQuestion: wake.jobs,
    onSweep: metrics.onSweep,
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

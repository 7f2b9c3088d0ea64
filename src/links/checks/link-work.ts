import type { Base } from '../../app-parts.ts';
import type { Recurring } from '../../delivery/recurring.ts';
import type { JobKind } from '../../delivery/run-claimed-job.ts';
import { createRepairMessages } from '../../slack/repair-messages.ts';
import { createLearnFirstWords } from '../../teaching/learn-first-words.ts';
import { createIssuer, type Issuer } from '../issuing/issuer.ts';
import { createAskAdmins } from './ask-admins.ts';
import { createCheckPlan } from './check-plan.ts';
import { createCheckJob } from './due-checks.ts';
import { createLostLinks, type LostLinks } from './lost-links.ts';
import { createReadBack } from './read-back.ts';
import { createRowsSeen, type RowsSeen } from './rows-seen.ts';
import { createSettle } from './settle.ts';
import { createSettleSeen } from './settle-seen.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { createSweepTurn } from './sweep-turn.ts';
import { createWatcher, type Watcher } from './watcher.ts';

export interface LinkWork {
  issuer: Issuer;
  lostLinks: LostLinks;
  watcher: Watcher;
  rowsSeen: RowsSeen;
  /** What the watcher runs in its time. */
  check: JobKind;
  sweep: Sweep;
  sweepTurn: Recurring;
}

export const createLinkWork = (base: Base): LinkWork => {
  const plan = createCheckPlan(base.config.checks);
  const learnFirstWords = createLearnFirstWords(base);
  const readBack = createReadBack(base);
  const lostLinks = createLostLinks(base, { plan, readBack });
  const askAdmins = createAskAdmins(base);
  const settle = createSettle(base, { plan, lostLinks, learnFirstWords, askAdmins });
  const settleSeen = createSettleSeen(base, { readBack, settle });
  const check = createCheckJob(base, { plan, lostLinks, readBack, settle });
  const sweep = createSweep(base, settleSeen);
  return {
    issuer: createIssuer(base, { plan, lostLinks }),
    lostLinks,
    watcher: createWatcher(base, { lostLinks, readBack, settle, check }),
    rowsSeen: createRowsSeen(base, settleSeen),
    check,
    sweep,
    sweepTurn: createSweepTurn(base, { sweep, repairMessages: createRepairMessages(base) }),
  };
};

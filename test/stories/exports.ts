import { buildAuditExportDone, buildAuditList } from '../../src/audit/audit-view.ts';
import { buildExportDone, buildExportEmpty, type DoneExport } from '../../src/exports/export-done-view.ts';
import {
  buildFileCancelled,
  buildFileProgress,
  buildFileRequested,
  buildFileStarted,
  buildFileStopped,
  buildFileUnsure,
} from '../../src/exports/file-messages-view.ts';
import { buildMonthDone } from '../../src/reconciliation/month-done-view.ts';
import { buildReconcileForm } from '../../src/reconciliation/reconcile-form-view.ts';
import { buildScheduleForm, USUAL } from '../../src/schedules/schedule-form-view.ts';
import { buildScheduleList } from '../../src/schedules/schedule-list-view.ts';
import type { Schedule } from '../../src/schedules/schedule-store.ts';
import {
  buildScheduleEnded,
  buildSchedulePaused,
  buildScheduleSet,
  buildTooManySchedules,
} from '../../src/schedules/schedule-view.ts';
import { NOW, ZONE } from './made-up.ts';
import { SUMS } from './reports.ts';
import { type Cast, message, modal, type Story, sentence } from './story.ts';

const FACTS = {
  jobId: 'job_rehearsal',
  title: 'transactions, 9 – 15 Nov 2026',
  name: 'transactions-2026-11-09-2026-11-15.csv',
};
const READING = {
  ...{ jobId: 'job_rehearsal', reach: { pages: 2, rows: 20, total: 57 }, rows: 57 },
  ...{ isAgain: false, isSending: false, trouble: null },
};
const TROUBLE = { what: 'The payment service did not answer.', next: 'Try again in a minute.' };
const DONE: DoneExport = {
  ...SUMS,
  kind: 'transactions',
  total: 58,
  troubles: ['grew'],
  schedule: null,
};

const MONTH_FIGURES: Parameters<typeof buildMonthDone>[1] = {
  receivedFils: 27_399_450,
  refundedFils: 25_000,
  chargedBackFils: 12_000,
  feeFils: 686_491,
  paidOutFils: 26_003_361,
  unexplainedFils: -697_482,
  owedFils: 130_400,
  isOwedLikely: true,
  toRefund: { count: 2, fils: 30_000 },
  toCome: { count: 17, fils: 1_250_050 },
  differences: 5,
  changed: {
    since: NOW,
    figures: [{ what: 'received', wasFils: 27_389_455, fils: 27_399_450 }],
  },
};
/** A month of which all is explained, with nothing to add. */
const MONTH_QUIET: typeof MONTH_FIGURES = {
  ...MONTH_FIGURES,
  ...{ refundedFils: 0, chargedBackFils: 0, feeFils: 0, unexplainedFils: 0, differences: 0 },
  ...{ changed: null, isOwedLikely: false, toRefund: { count: 0, fils: 0 }, toCome: { count: 0, fils: 0 } },
};
const MONTH_UNKNOWN: typeof MONTH_FIGURES = {
  ...MONTH_FIGURES,
  ...{ paidOutFils: null, unexplainedFils: null, owedFils: null },
};

const AGAIN: Pick<DoneExport, 'schedule'> = {
  schedule: {
    id: 'sch_rehearsal',
    rhythm: 'every Monday at 09:00 (Dubai)',
    missing: { turns: 1, dates: '2 – 8 Nov 2026', words: 'transactions 2026-11-02 2026-11-08' },
    lateFrom: 'Mon 16 Nov 2026, 09:00',
  },
};

export const listExports = ({ personId, channelId }: Cast): Story[] => {
  const scheduled: Schedule = {
    ...{ id: 'sch_rehearsal', teamId: '', kind: 'scheduled-export', channelId: null, userId: personId },
    ...{ setAt: NOW, account: null, nextDay: '2026-11-30', nextAt: NOW, lastDay: '2026-10-31' },
    repeat: { every: 'month', on: 31, atMinute: 480 },
    details: { kind: 'payouts', format: 'xlsx' },
  };
  const figures: Schedule = {
    ...{ ...scheduled, kind: 'figures', channelId, details: null },
    repeat: { every: 'day', on: 0, atMinute: 1_260 },
  };
  return [
    message('file, asked for', 'export', buildFileRequested, FACTS),
    message('file, being read', 'export', buildFileProgress, FACTS, READING),
    message('file, being read again', 'export', buildFileProgress, FACTS, { ...READING, isAgain: true }),
    message('file, waiting', 'export', buildFileProgress, FACTS, { ...READING, trouble: TROUBLE }),
    message('file, being sent', 'export', buildFileProgress, FACTS, { ...READING, isSending: true }),
    message('file, stopped', 'export', buildFileStopped, FACTS, { ...READING, trouble: TROUBLE }),
    message('file, stopped at once', 'export', buildFileStopped, FACTS, {
      ...READING,
      reach: null,
      trouble: null,
    }),
    message('file, not known', 'export', buildFileUnsure, FACTS, { jobId: FACTS.jobId, rows: 57 }),
    message('file, cancelled', 'export', buildFileCancelled, FACTS, { maySeeIt: false }),
    message('file, cancelled late', 'export', buildFileCancelled, FACTS, { maySeeIt: true }),
    message('export, empty', 'export', buildExportEmpty, FACTS, { ...DONE, rows: 0 }),
    message('export, done', 'export', buildExportDone, FACTS, DONE),
    message('reconciliation, done', 'export', buildMonthDone, FACTS, MONTH_FIGURES, {
      hasMoved: true,
      timeZone: ZONE,
    }),
    message('reconciliation, all explained', 'export', buildMonthDone, FACTS, MONTH_QUIET, {
      hasMoved: false,
      timeZone: ZONE,
    }),
    message('reconciliation, not known', 'export', buildMonthDone, FACTS, MONTH_UNKNOWN, {
      hasMoved: false,
      timeZone: ZONE,
    }),
    modal('reconciliation, form', buildReconcileForm, {
      months: [
        { month: '2026-11', title: 'Nov 2026', isCurrent: true },
        { month: '2026-10', title: 'Oct 2026', isCurrent: false },
      ],
      isToCome: false,
      unread: 'lasst mont',
      metadata: '{}',
    }),
    message('audit export, done', 'export', buildAuditExportDone, 57, 'audit.csv'),
    message('audit trail', 'channel', buildAuditList, {
      entries: [
        {
          id: 'aud_1',
          teamId: '',
          at: NOW,
          actorId: personId,
          action: 'link-made',
          subject: 'lnk_rehearsal',
          detail: { amountFils: 125_050 },
        },
        {
          id: 'aud_2',
          teamId: '',
          at: NOW,
          actorId: personId,
          action: 'settings-changed',
          subject: null,
          detail: { expiryHours: '30 days → 14 days' },
        },
      ],
      references: new Map([['lnk_rehearsal', 'PL-261121-REHEARSAL2']]),
      query: { dates: '9 – 15 Nov 2026', actorId: personId, word: 'link' },
      pointers: { newer: 'newer', older: 'older', all: 'all' },
      timeZone: ZONE,
    }),
    message('export, done and sent again', 'export', buildExportDone, FACTS, { ...DONE, ...AGAIN }),
    message('exports sent again', 'export', buildScheduleList, [scheduled, figures], {
      timeZone: ZONE,
      note: 'Stopped.',
    }),
    message('exports sent again, none', 'export', buildScheduleList, [], { timeZone: ZONE }),
    message('export sent again, paused', 'export', buildSchedulePaused, scheduled, ZONE),
    message('export sent again, ended', 'export', buildScheduleEnded, scheduled, 'gone', ZONE),
    modal(
      'export, send this again',
      buildScheduleForm,
      {
        ...{ kind: 'payouts', format: 'xlsx', repeat: USUAL, where: null },
      },
      'Dubai',
    ),
    sentence('file, started', buildFileStarted, FACTS.name, true),
    sentence('export sent again, set up', buildScheduleSet, scheduled, ZONE),
    sentence('exports sent again, too many', buildTooManySchedules, 20),
    sentence('file without a name, started', buildFileStarted, null, false),
  ];
};

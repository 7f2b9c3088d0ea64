import {
  buildAuditExportAsked,
  buildAuditExportDone,
  buildAuditExportFailed,
  buildAuditExportRefused,
  buildAuditExportStarted,
  buildAuditList,
} from '../../audit/audit-view.ts';
import {
  buildEmptyNote,
  buildEmptyNoteRefused,
  buildExportComment,
  buildExportDone,
  buildExportEmpty,
  buildReconciliationDone,
  buildScheduledComment,
  type DoneExport,
} from '../../exports/export-done-view.ts';
import {
  buildExportCancelled,
  buildExportProgress,
  buildExportRequested,
  buildExportSending,
  buildExportStopped,
  buildExportUnsure,
  buildSetterRoleLost,
  type ExportFacts,
} from '../../exports/export-progress-view.ts';
import { buildExportPlace, buildExportRefusal, buildExportStarted } from '../../exports/export-start-view.ts';
import { buildScheduleForm } from '../../exports/schedule-form-view.ts';
import {
  buildScheduleAnnounced,
  buildScheduleEnded,
  buildScheduleList,
  buildScheduleRefused,
  buildScheduleSet,
  buildTooManySchedules,
  type ListedSchedule,
} from '../../exports/schedule-list-view.ts';
import { buildReconcileForm } from '../../reconciliation/reconcile-form-view.ts';
import { type Builder, type Cast, type Entry, type Said, sentences } from './entry.ts';
import { NOW, ZONE } from './made-up.ts';
import { SUMS } from './reports.ts';

const FACTS: ExportFacts = {
  jobId: 'job_rehearsal',
  title: 'transactions, 9 – 15 Nov 2026',
  fileName: 'transactions-2026-11-09-2026-11-15.csv',
};
const REACH = { pages: 2, rows: 20, total: 57 };
const DONE: DoneExport = {
  ...SUMS,
  kind: 'transactions',
  total: 58,
  troubles: ['grew'],
  isChosen: true,
  cap: null,
  place: 'refused',
};

const MONTH_FIGURES: Parameters<typeof buildReconciliationDone>[1] = {
  payouts: 22,
  paidOutFils: 19_204_050,
  proved: 20,
  likely: 0,
  off: 1,
  notProvable: 1,
  transactions: 412,
  foreign: 3,
  receivedFils: 20_110_000,
  toComeFils: 500_050,
  links: 430,
  batches: 2,
  differences: 5,
};

const AGAIN = {
  place: 'channel',
  schedule: {
    id: 'sch_rehearsal',
    setBy: 'U0REHEARSAL',
    channelId: null,
    rhythm: 'every Monday at 09:00 (Dubai)',
    missed: ['Mon 9 Nov 2026'],
    missing: { dates: '2 – 8 Nov 2026', words: 'transactions 2026-11-02 2026-11-08' },
  },
} as const satisfies Partial<DoneExport>;

export const listExports = ({ channelId, personId }: Cast): Entry[] => {
  const scheduled: Omit<ListedSchedule, 'id' | 'nextAt'> = {
    kind: 'payouts',
    format: 'xlsx',
    channelId,
    userId: personId,
    setBy: personId,
    repeat: { every: 'month', on: 31, atMinute: 480 },
  };
  const listed = { ...scheduled, id: 'sch_rehearsal', nextAt: NOW };
  const said = (name: string, by: Builder, message: Said): Entry => ({
    name,
    by: [by],
    kind: 'message',
    place: 'export',
    message,
  });
  return [
    said('export, asked for', buildExportRequested, buildExportRequested(FACTS)),
    said(
      'export, being read',
      buildExportProgress,
      buildExportProgress(FACTS, REACH, { startedOver: 'moved', trouble: 'The service is slow.' }),
    ),
    said('export, being sent', buildExportSending, buildExportSending(FACTS, 57, null)),
    said(
      'export, stopped',
      buildExportStopped,
      buildExportStopped(FACTS, REACH, {
        what: 'The payment service did not answer.',
        next: 'Go on later.',
        isRead: false,
      }),
    ),
    said(
      'export, whose setter may not export',
      buildSetterRoleLost,
      buildSetterRoleLost(FACTS, {
        setBy: personId,
        mayRecipientExport: true,
        words: 'transactions 2026-11-09 2026-11-15',
      }),
    ),
    said('export, not known', buildExportUnsure, buildExportUnsure(FACTS, 57)),
    said('export, cancelled', buildExportCancelled, buildExportCancelled(FACTS)),
    said('export, empty', buildExportEmpty, buildExportEmpty(FACTS, { ...DONE, rows: 0 })),
    said('export, done', buildExportDone, buildExportDone(FACTS, DONE)),
    said(
      'reconciliation, done',
      buildReconciliationDone,
      buildReconciliationDone(FACTS, MONTH_FIGURES, ['shrunk']),
    ),
    {
      name: 'reconciliation, form',
      by: [buildReconcileForm],
      kind: 'modal',
      view: buildReconcileForm({
        months: [
          { month: '2026-11', title: 'Nov 2026', isCurrent: true },
          { month: '2026-10', title: 'Oct 2026', isCurrent: false },
        ],
        unread: 'lasst mont',
        metadata: '{}',
      }),
    },
    said('audit export, asked for', buildAuditExportAsked, buildAuditExportAsked()),
    said('audit export, failed', buildAuditExportFailed, buildAuditExportFailed()),
    said(
      'audit export, refused by Slack',
      buildAuditExportFailed,
      buildAuditExportFailed('file_uploads_disabled'),
    ),
    said('audit export, refused', buildAuditExportRefused, buildAuditExportRefused()),
    said('audit export, done', buildAuditExportDone, buildAuditExportDone(57, 'audit.csv')),
    {
      name: 'audit trail',
      by: [buildAuditList],
      kind: 'message',
      place: 'channel',
      message: buildAuditList({
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
            detail: { expiryDays: '30 → 14' },
          },
        ],
        references: new Map([['lnk_rehearsal', 'PL-261121-REHEARSAL2']]),
        query: { dates: '9 – 15 Nov 2026', actorId: personId, word: 'link' },
        pointers: { newer: 'newer', older: 'older', all: 'all' },
        timeZone: ZONE,
      }),
    },
    said('export, done and sent again', buildExportDone, buildExportDone(FACTS, { ...DONE, ...AGAIN })),
    said(
      'export sent again, without rows',
      buildEmptyNote,
      buildEmptyNote(FACTS, { ...DONE, ...AGAIN, rows: 0 }, AGAIN.schedule),
    ),
    said(
      'export sent again, without rows, and its channel refused',
      buildEmptyNoteRefused,
      buildEmptyNoteRefused(FACTS, channelId),
    ),
    said('export, sent again to a channel', buildScheduleAnnounced, buildScheduleAnnounced(scheduled, ZONE)),
    said(
      'exports sent again',
      buildScheduleList,
      buildScheduleList([listed], { timeZone: ZONE, note: 'Stopped.' }),
    ),
    said('exports sent again, none', buildScheduleList, buildScheduleList([], { timeZone: ZONE })),
    said('export sent again, ended', buildScheduleEnded, buildScheduleEnded(scheduled, 'gone', ZONE)),
    {
      name: 'export, send this again',
      by: [buildScheduleForm],
      kind: 'modal',
      view: buildScheduleForm({ kind: 'payouts', format: 'xlsx', userId: personId, zone: 'Dubai' }),
    },
    {
      name: 'export, where to',
      by: [buildExportPlace],
      kind: 'modal',
      view: buildExportPlace(FACTS.fileName, '{}'),
    },
    ...sentences([
      ['export, started', buildExportStarted, buildExportStarted(FACTS.fileName, true)],
      [
        'export, too long',
        buildExportRefusal,
        buildExportRefusal({ kind: 'links', cap: 200_000, narrower: ['2026-11-09'] }),
      ],
      ['export, comment of the file', buildExportComment, buildExportComment(FACTS, 57, personId)],
      [
        'export, comment of a file sent again',
        buildScheduledComment,
        buildScheduledComment(FACTS, { ...DONE, ...AGAIN }, AGAIN.schedule),
      ],
      [
        'export sent again, set up',
        buildScheduleSet,
        buildScheduleSet(scheduled, { nextAt: NOW, timeZone: ZONE }),
      ],
      ['export sent again, refused', buildScheduleRefused, buildScheduleRefused(channelId, 'not_in_channel')],
      ['exports sent again, too many', buildTooManySchedules, buildTooManySchedules()],
      ['audit export, started', buildAuditExportStarted, buildAuditExportStarted(true)],
    ]),
  ];
};

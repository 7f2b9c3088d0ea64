import type { Request } from '../../src/app-parts.ts';
import type { Message } from '../../src/blocks/message.ts';
import { buildExportName } from '../../src/exports/export-files.ts';
import { startExport } from '../../src/exports/start-export.ts';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import { buildHandOverNotices } from '../../src/links/hand-over/hand-over.ts';
import { LINKS } from '../../src/links/index.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import { handleTakeBack } from '../../src/links/taken-back/take-back.ts';
import { freezeEnd } from '../../src/listings/report-reader.ts';
import type { ReportQuery } from '../../src/listings/report-row.ts';
import { handleSwitchCommand } from '../../src/schedules/schedule-command.ts';
import type { ActionArgs } from '../../src/slack/button.ts';
import type { Link } from '../../src/store/link.ts';
import type { Answer } from '../../src/teaching/possible-answers.ts';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { wordId } from '../../src/teaching/what-came.ts';
import { handleSeeWhatCame, handleWhatCameSubmission } from '../../src/teaching/what-came-press.ts';
import { AMOUNT_BLOCK } from '../../src/teaching/what-came-view.ts';
import { buildAccountConfirmed } from '../../src/tenancy/accounts.ts';

/** What users press and type in Slack, without Slack's own envelope: calls the handlers of commands and buttons. */
export interface Desk {
  /** Presses a button about a link. */
  click(actionId: keyof (typeof LINKS)['actions'], value: string, userId: string): Promise<void>;
  /** Returns the reply to the user; `words` as in `/paylink daily …`. */
  daily(channelId: string, words: string): Promise<string>;
  /** Like pressing *CSV* under a report. */
  startExport(kind: ReportKind, span: ReportQuery['span']): Promise<{ fileName: string; query: ReportQuery }>;
  /** The links a colleague may look after. */
  openLinks(): Promise<Link[]>;
  /** The links that the form shows which changes one of them, newest first. */
  saleOf(link: Link): Promise<Link[]>;
  /** Like submitting the window *Hand over*, which opened while the link was `from`'s. */
  handOver(linkId: string, who: { from: string; to: string; by: string }): Promise<'done' | 'taken' | 'over'>;
  /** Like pressing *Remind in English* in a window. */
  remind(linkId: string, pressed: { windowId: string; by: string }): Promise<'counted' | 'repeated' | 'over'>;
  /** Like pressing *This is our account*. Returns the account that new work belongs to. */
  confirmAccount(): Promise<string>;
  /** Words of the service that do not count yet. */
  openQuestions(): Promise<StoredWord[]>;
  /** Like saving the window *What came* with an answer to each of its questions. Returns the words that do not count yet. */
  explain(linkId: string, by: string, say: (question: StoredWord) => Answer): Promise<StoredWord[]>;
  /** Like pressing *Forget* on such words in the settings. Returns the words that do not count. */
  takeBack(by: string, is: (question: StoredWord) => boolean): Promise<StoredWord[]>;
}

export const createDesk = (
  teamId: string,
  requestNow: () => Request,
  /** The user who presses. */
  by: string,
): Desk => {
  const { store, accounts, audit, clock, ids, timeZone } = requestNow();
  const openQuestions = async () =>
    (await store.taughtWords.list(teamId)).filter(({ answer }) => answer?.inEffect == null);
  return {
    click: async (actionId, value, userId) => {
      const args = {
        ...{ ack: async () => undefined, respond: async () => undefined },
        body: { user: { id: userId, team_id: teamId }, team: { id: teamId }, trigger_id: 'trigger' },
        action: { value },
      };
      await LINKS.actions[actionId](args as unknown as ActionArgs, requestNow());
    },
    openQuestions,
    explain: async (linkId, userId, say) => {
      const link = await store.links.get(linkId);
      const opened = await handleSeeWhatCame({} as never, requestNow()).read(link);
      const blocks = 'view' in opened ? (opened.view?.blocks ?? []) : [];
      const choose = (id: string, value: string) => [id, { [id]: { selected_option: { value } } }];
      const answers = (await openQuestions()).map((one) => choose(wordId(one), say(one)));
      // Where amounts differ, the customer paid the plain one.
      const amount = choose(AMOUNT_BLOCK, wordId({ name: 'amount', key: '*' }));
      const sent = {
        ...{ about: link, teamId, userId },
        view: { metadata: linkId, values: Object.fromEntries([...answers, amount]), blocks },
      };
      await handleWhatCameSubmission(sent as never, requestNow());
      return openQuestions();
    },
    takeBack: async (userId, is) => {
      for (const word of (await store.taughtWords.list(teamId)).filter(is)) {
        const view = { metadata: JSON.stringify({ word: wordId(word), settings: null }) };
        await handleTakeBack({ teamId, userId, view } as never, requestNow());
      }
      return openQuestions();
    },
    daily: async (channelId, words) => {
      let told = '';
      const tell = async (said: string | Message) => {
        told = typeof said === 'string' ? said : said.text;
      };
      const command = { channel_id: channelId };
      await handleSwitchCommand('day', { command, asker: { teamId, userId: by }, words, tell }, requestNow());
      return told;
    },
    startExport: async (kind, span) => {
      const at = clock.now();
      const report = { teamId, userId: by, kind, span };
      const query = freezeEnd(report, at);
      await startExport(report, 'csv', requestNow());
      return { fileName: buildExportName(query, 'csv', timeZone), query };
    },
    openLinks: () => store.links.inState('open'),
    saleOf: async ({ id }) => {
      const link = await store.links.get(id);
      return [link, ...(await store.links.saleOf(link))].sort(
        (one, other) => other.saleOrder - one.saleOrder,
      );
    },
    handOver: async (linkId, who) => {
      const { handed, left } = await store.links.handOver({
        ...{ teamId, ids: [linkId], ...who },
        at: clock.now(),
        newAuditId: ids.auditEntry,
        holderOf,
        jobs: (links) => buildHandOverNotices(links, who, { ids, clock }),
      });
      if (handed.length > 0) return 'done';
      return holderOf(left) === null ? 'over' : 'taken';
    },
    remind: async (linkId, pressed) => {
      const { outcome } = await store.links.countReminder({
        teamId,
        id: linkId,
        ...pressed,
        language: 'en',
        at: clock.now(),
        auditId: ids.auditEntry(),
        jobs: [buildLinkShow(await store.links.get(linkId), clock.now())],
      });
      return outcome;
    },
    confirmAccount: async () => {
      const standing = await accounts.standingOf(teamId);
      if (standing.is !== 'unconfirmed') return standing.is === 'confirmed' ? standing.kept.id : '';
      const { now, kept } = standing;
      const entry = audit.build(buildAccountConfirmed({ teamId, actorId: by, now, kept }));
      const open = await store.links.inState('open');
      await accounts.confirm(teamId, now, {
        by,
        entry,
        jobs: open.map((link) => buildLinkShow(link, clock.now())),
      });
      return now.id;
    },
  };
};

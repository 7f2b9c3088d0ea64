import { toldBatches } from '../../src/batches/batch-messages.ts';
import { createJobWorker, type JobWorker } from '../../src/delivery/job-worker.ts';
import type { JobHandler } from '../../src/delivery/run-claimed-job.ts';
import { hashToken } from '../../src/ids.ts';
import { TOLD_ENDING } from '../../src/links/card/plan-reminder.ts';
import type { SweepEnd } from '../../src/links/checks/sweep.ts';
import type { LinkDraft } from '../../src/links/issuing/issuer.ts';
import type { Store } from '../../src/open-store.ts';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { ORDER } from '../fixtures/links.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';

export const START = NOON;
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type DraftChanges = Partial<LinkDraft> & { amount?: number; invoiceId?: string };

export type LinksOptions = NonNullable<Parameters<typeof openStill>[0]> & {
  /** The merchant's time zone; the sandbox may have its own. */
  timeZone?: string;
};

export interface LinkVerbs {
  /** Sweeps all workspaces, to the end. */
  sweep(): Promise<SweepEnd>;
  /** Makes all due checks, to the end. */
  checkDue(): Promise<number>;
  /** A worker that decides whether reminders go out, and posts nothing. `sent`: of which links. */
  reminders(): JobWorker & { sent: string[] };
  /** The workspace gets its account, as its first request does. */
  claimAccount(teamId: string): Promise<unknown>;
  /** Reserves a link, as a submitted form does; `send` requests it. */
  reserve(changes?: DraftChanges): Promise<{ link: Link; send: () => Promise<Link> }>;
  /** Reserves and requests a link. */
  issue(changes?: DraftChanges): Promise<Link>;
  /** Stores a callback for the link. */
  callBack(link: Link, evidence?: Record<string, string>): Promise<void>;
  /** The link's waiting notices, and what they say. */
  noticesOf(link: Link): Promise<string[]>;
  /** A whole table. */
  rows(table: string): Promise<Record<string, unknown>[]>;
  /** Changes tables behind the store's back. */
  run(statement: string): Promise<unknown>;
}

export type LinksScene = StillScene & LinkVerbs;

/** Of one workspace, or of all that share one account at the service. */
type Where = Pick<StillScene, 'app' | 'store' | 'sandbox' | 'clock' | 'database'>;

/**
 * The app with what happens in the life of a link, step by step. Until it is started Slack has not said whose it is, so links
 * may be of any workspace.
 */
export const startLinks = async ({
  timeZone = ZONE,
  env,
  sandbox,
  ...options
}: LinksOptions = {}): Promise<LinksScene> => {
  const scene = await openStill({
    env: { PAYLINK_ADMINS: 'UFINANCE', PAYLINK_TIME_ZONE: timeZone, ...env },
    sandbox: { timeZone, ...sandbox },
    ...options,
  });
  return Object.assign(scene, createLinkVerbs(scene, timeZone));
};

export const createLinkVerbs = (scene: Where, timeZone = ZONE): LinkVerbs => {
  const startedAt = scene.clock.now();
  let made = 0;
  const verbs: LinkVerbs = {
    sweep: async () => (await scene.app.sweep()).ended,
    checkDue: async () => {
      let begun = 0;
      const claim: Store['jobs']['claim'] = async (ask) => {
        const claimed = await scene.store.jobs.claim(ask);
        begun += claimed.jobs.length;
        return claimed;
      };
      const worker = createJobWorker({
        ...{ ...scene.app, jobs: { ...scene.store.jobs, claim }, queue: 'checks' },
        ...{ kinds: { check: scene.app.check }, together: 100, isAlone: false },
        ...{ held: () => [], only: () => null, newToken: scene.app.ids.nonce },
      });
      // One round.
      worker.start();
      await worker.stop();
      return begun;
    },
    reminders: () => {
      const sent: string[] = [];
      const ending = toldBatches.of(scene.app)[TOLD_ENDING];
      const run: JobHandler = async (job) => {
        const { to, what, ids } = job.payload as { to: string; what?: string; ids: unknown };
        if (what !== TOLD_ENDING) return { outcome: 'later', reason: 'no reminder', retryAfterMs: DAY };
        const letter = await ending?.({ job, teamId: job.teamId, to, ids: ids as never, heir: null });
        if (letter && 'outcome' in letter) return letter;
        sent.push(...new Set(JSON.stringify(letter?.message ?? '').match(/lnk_[\w-]+/g)));
        return { outcome: 'done' };
      };
      const worker = createJobWorker({
        ...scene.app,
        jobs: scene.store.jobs,
        queue: 'notices',
        kinds: { tell: { run } },
        held: () => [],
        only: () => null,
        isAlone: false,
        newToken: scene.app.ids.nonce,
      });
      return { ...worker, sent };
    },
    claimAccount: (teamId) => {
      const account = { id: SANDBOX_CREDENTIALS.accountId, host: '127.0.0.1' };
      return scene.store.accounts.claim(teamId, account, scene.clock.now());
    },
    reserve: async ({ amount = 250, invoiceId, ...changes } = {}) => {
      made += 1;
      await verbs.claimAccount(changes.teamId ?? ORDER.teamId);
      const { link, send } = await scene.app.issuer.reserve({
        nonce: `nonce-${made}`,
        ...ORDER,
        request: {
          FullName: 'Omar Haddad',
          Email: `omar${made}@example.com`,
          Phone: `+97150${String(made).padStart(7, '0')}`,
          invoiceAmount: amount,
          notes: 'June rent',
          isTermsAndConditionsAccepted: true,
          expiryOn: formatLocalDateTime(startedAt + 30 * DAY, timeZone),
          Is_QR_needed: false,
          Is_invoice_generated: false,
          ...(invoiceId === undefined ? {} : { Invoice_Id: invoiceId }),
        },
        expiresAt: startedAt + 30 * DAY,
        consent: null,
        ...changes,
      });
      if (!send) throw new Error('not reserved');
      return { link, send };
    },
    issue: async (changes) => (await verbs.reserve(changes)).send(),
    callBack: async (link, evidence = { status: 'PAID' }) => {
      // The token is only in the request; the store has its hash.
      const asked = scene.sandbox.links().find(({ invoiceId }) => invoiceId === link.invoiceId)?.request;
      const tokenHash = hashToken(asked?.callback_url?.split('/').at(-1) ?? '');
      const evidenceHash = JSON.stringify(evidence);
      const receivedAt = scene.clock.now();
      await scene.store.callbacks.take({ tokenHash, evidenceHash, evidence, receivedAt });
    },
    noticesOf: async (link) => {
      const notices: string[] = [];
      for (const kind of ['show', 'qr', 'post', 'tell'])
        for (const { linkId, payload } of await scene.store.jobs.ofKind(kind)) {
          const { what = '' } = (payload ?? {}) as { what?: string };
          if (linkId !== link.id) continue;
          notices.push(kind === 'post' || kind === 'tell' ? `${kind} ${what}` : kind);
        }
      return [...new Set(notices)];
    },
    rows: (table) => readTable(scene.database.place, table),
    run: async (statement) => {
      const tables = await openTables(scene.database.place);
      return tables.run(statement).finally(() => tables.close());
    },
  };
  return verbs;
};

import { createHash } from 'node:crypto';
import type { CallListener, LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import type { SandboxCallListener } from '../../tools/sandbox/sandbox-service.ts';
import type { PassListener } from './balancer.ts';
import type { Look } from './look.ts';

/**
 * When to kill a process, with shares in percent. `asked`: a request of the app has arrived and is not answered;
 * `answered`: the answer was sent at most two milliseconds ago; `passed`: a request to the app is on its way.
 */
export const SHARES = {
  'link asked': 10,
  'link answered': 14,
  'listing asked': 6,
  'listing answered': 4,
  'post asked': 9,
  'post answered': 12,
  'edit asked': 7,
  'edit answered': 9,
  'upload asked': 4,
  'upload answered': 5,
  'callback passed': 5,
  'callback answered': 5,
  'press passed': 3,
  'press answered': 2,
  'any time': 5,
} as const;

export type Moment = keyof typeof SHARES;

export const MOMENTS = Object.keys(SHARES) as Moment[];

/** An event in progress, and how to tell from the database whether its result was stored. */
export interface Happening {
  moment: Moment;
  /** The app had called somebody: its death leaves the result open. */
  isOurRequest: boolean;
  isUnwritten(look: Look): boolean;
}

export type Hear = (happening: Happening) => void;

const UPLOADS = ['files.getUploadURLExternal', 'upload', 'files.completeUploadExternal'];

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

const isWaiting = ({ waiting }: Look, linkId: string | undefined, kinds: readonly string[]): boolean =>
  waiting.some(({ kind, link_id }) => link_id === linkId && kinds.includes(kind));

/** Calls to the payment service. */
export const hearService =
  (hear: Hear): SandboxCallListener =>
  ({ operation, body, when }) => {
    const verb = when === 'arrived' ? 'asked' : 'answered';
    if (operation !== 'generate') {
      // Whether a listing changes something cannot be told from the database: only unanswered calls are certain.
      return hear({ moment: `listing ${verb}`, isOurRequest: true, isUnwritten: () => verb === 'asked' });
    }
    const invoiceId = readText((body as { Invoice_Id?: unknown } | undefined)?.Invoice_Id);
    hear({
      moment: `link ${verb}`,
      isOurRequest: true,
      isUnwritten: ({ links }) =>
        links.some((link) => link.invoice_id === invoiceId && link.state === 'reserved'),
    });
  };

/** Slack calls with a pending row in the database. */
export const hearSlack =
  (slack: () => Pick<LocalSlack, 'file'>, hear: Hear): CallListener =>
  ({ method, args, when }) => {
    const verb = when === 'arrived' ? 'asked' : 'answered';
    if (method === 'chat.postMessage') {
      const metadata = JSON.stringify(args['metadata'] ?? '');
      const threadTs = readText(args['thread_ts']);
      // For messages without a link, such as a welcome, the database does not tell enough.
      if (metadata === '""' && threadTs === '') return;
      hear({
        moment: `post ${verb}`,
        isOurRequest: true,
        isUnwritten: (look) => {
          const card = look.links.find(({ id }) => metadata.includes(id));
          if (card) return isWaiting(look, card.id, ['show', 'move']);
          const link = look.links.find(({ card_ts }) => threadTs !== '' && card_ts === threadTs);
          return isWaiting(look, link?.id, ['post']);
        },
      });
    } else if (method === 'chat.update') {
      const ts = readText(args['ts']);
      hear({
        moment: `edit ${verb}`,
        isOurRequest: true,
        isUnwritten: (look) => {
          const link = look.links.find(({ card_ts, qr_ts }) => card_ts === ts || qr_ts === ts);
          return isWaiting(look, link?.id, ['show', 'left']);
        },
      });
    } else if (UPLOADS.includes(method)) {
      const [given] = Array.isArray(args['files']) ? args['files'] : [];
      const name = readText(args['filename']) || (slack().file(readText(given?.id))?.name ?? '');
      hear({
        moment: `upload ${verb}`,
        isOurRequest: true,
        isUnwritten: (look) => {
          const link = look.links.find(({ invoice_id }) => name.startsWith(`${invoice_id}.`));
          return isWaiting(look, link?.id, ['qr']);
        },
      });
    }
  };

/** Requests to the app. */
export const hearBalancer =
  (hear: Hear): PassListener =>
  ({ path, when }) => {
    const verb = when === 'arrived' ? 'passed' : 'answered';
    if (path.startsWith('/slack/'))
      hear({ moment: `press ${verb}`, isOurRequest: false, isUnwritten: () => false });
    const token = /^\/callbacks\/([^/?]+)/.exec(path)?.[1];
    if (token === undefined) return;
    const hash = createHash('sha256').update(token).digest('hex');
    hear({
      moment: `callback ${verb}`,
      isOurRequest: false,
      isUnwritten: ({ links, called }) => {
        const link = links.find(({ callback_token_hash }) => callback_token_hash === hash);
        const isWritten = called.some(({ link_id }) => link_id === link?.id);
        const isWorked = link?.state === 'paid' || link?.state === 'reported';
        return verb === 'passed' ? !isWritten : isWritten && !isWorked;
      },
    });
  };

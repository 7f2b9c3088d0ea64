import type { CallbackBehaviour, CallbackDelivery, Forgery } from './callbacks.ts';
import type { Setting } from './changes.ts';
import type { SandboxCredentials, SignatureRule } from './check-caller.ts';
import type { SandboxRequest } from './journal.ts';
import type { Operation } from './match-route.ts';
import type { PayoutRhythm } from './payouts.ts';
import type { OwnWords } from './record-look.ts';
import type { LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
import type { ResponseShape } from './response-shape.ts';
import type { Faults } from './service-faults.ts';

export type { CallbackBehaviour, CallbackDelivery, Forgery } from './callbacks.ts';
export { SANDBOX_CREDENTIALS, type SandboxCredentials } from './check-caller.ts';
export type { SandboxRequest } from './journal.ts';
export type { Operation } from './match-route.ts';
export type { OwnWords } from './record-look.ts';
export type { LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
export type { RecordWords, ResponseShape } from './response-shape.ts';
export type { Fault, Fault as SandboxFault, RandomFaults } from './service-faults.ts';

export interface SandboxOptions {
  /** 0, the default, picks a free one. */
  port?: number;
  /** Where phones in the same network find the pay pages, and links lead; only this machine has them unless given. */
  phones?: { host: string; port: number };
  now?: () => number;
  /** Zone of every date in answers and of the ranges; `Asia/Dubai`. */
  timeZone?: string;
  credentials?: SandboxCredentials;
  signatureEncoding?: SignatureRule['encoding'];
  signatureGet?: SignatureRule['get'];
  seed?: number;
  /** 120 days of 6 links each. */
  history?: { days: number; linksPerDay: number } | 'none';
  payouts?: PayoutRhythm;
  shape?: Partial<ResponseShape>;
  callbackBehaviour?: Partial<CallbackBehaviour>;
  /** True, the default: unknown members, a missing `Time-Zone` and other content types are refused. */
  strict?: boolean;
  /** The most records a page holds, whatever `size` asks for; 100. */
  maxPageSize?: number;
  /** A page holds this many records, whatever `size` asks for; unset, as many as asked for. */
  fixedPageSize?: number;
  /** Above it a link is refused with 402; none. */
  amountLimitFils?: number;
  /** The pauses before and between callbacks. Rejection is not expected; the signal ends the wait early. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hears of each call at the moment itself: before anything is done about it, and when its answer has left. */
  onCall?: SandboxCallListener;
}

export type SandboxCallListener = (call: {
  operation: Operation;
  body: unknown;
  when: 'arrived' | 'answered';
}) => void;

export interface Happening {
  link: SandboxLink;
  /** Null where no money moved: a link was cancelled, or its time ran out. */
  transaction: SandboxTransaction | null;
  /** Resolves when every callback was answered or given up; never rejects. */
  told: Promise<readonly CallbackDelivery[]>;
}

export interface Payment extends Happening {
  transaction: SandboxTransaction;
}

export interface QuietOptions {
  /** False: the `callback_url` hears nothing. */
  callback?: boolean | undefined;
}

export interface PayOptions extends QuietOptions {
  decline?: boolean | undefined;
  /** Instead of the link's own amount. */
  amountFils?: number | undefined;
  /** Instead of AED. */
  currency?: string | undefined;
  /** It happened so long ago, and is told only now. */
  agoMs?: number | undefined;
}

export interface RefundOptions extends QuietOptions {
  /** Less than was paid makes it a part. */
  amountFils?: number | undefined;
}

export interface LinkSeed {
  /** `SEED-000001` and on; null for none. */
  invoiceId?: string | null;
  /** Now. Links are to be seeded oldest first: listings give the latest made first. */
  createdAt?: number;
  /** Thirty days after it was made. */
  expiresAt?: number;
  /** AED 100. */
  amountFils?: number;
  callbackUrl?: string;
  /** Left out: nobody tried to pay. */
  paidAt?: number;
  /** Another amount than was asked. */
  paidFils?: number;
  /** With `paidAt`: the card was declined then. */
  declined?: boolean;
}

/** A link with what came of it, for counting. */
export interface MadeLink {
  orderId: string;
  /** Of two links with the same one, the service was asked twice. */
  invoiceId: string | null;
  status: LinkStatus;
  link: SandboxLink;
  /** Every attempt and refund, oldest first. */
  payments: SandboxTransaction[];
  /**
   * Of the call that made it. `lost`: the connection was gone, or the answer was spoilt or another one, such as a
   * 500. `sent`: written to a connection that stood; `none`: seeded, or of the history.
   */
  answer: 'waiting' | 'sent' | 'lost' | 'none';
}

export interface SandboxService {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Where the pay pages of links are. */
  payUrl: string;
  /** `url` and `/api`: the `{base_url}` of the interface. */
  baseUrl: string;
  /** In the order of their making, as are transactions and payouts. */
  links(): SandboxLink[];
  link(orderId: string): SandboxLink | undefined;
  transactions(): SandboxTransaction[];
  payouts(): SandboxPayout[];
  /** Every link with its payments, and whether its creator was told. */
  made(): MadeLink[];
  /** What came to the API; the latest five thousand. */
  requests: readonly SandboxRequest[];
  /** How many calls of each operation came since the start, refused and befallen ones included. */
  calls(): Record<Operation, number>;
  callbacks: readonly CallbackDelivery[];
  faults: Faults;
  shape: Setting<ResponseShape>;
  callbackBehaviour: Setting<CallbackBehaviour>;
  /** Does not wait for the callbacks. Rejects for a link that is unknown or cannot be paid. */
  pay(orderId: string, options?: PayOptions): Promise<Payment>;
  /** Rejects where nothing was paid. */
  refund(orderId: string, options?: RefundOptions): Promise<Payment>;
  /** These two reject for a link that is unknown, or paid, cancelled or expired already. */
  cancel(orderId: string, options?: QuietOptions): Promise<Happening>;
  expire(orderId: string, options?: QuietOptions): Promise<Happening>;
  /** A callback that says paid of a link that nobody paid. Resolves when it was answered. */
  forgeCallback(orderId: string, forgery?: Forgery): Promise<readonly CallbackDelivery[]>;
  /** The order's last callback once more; an empty list where none was sent. */
  repeatCallback(orderId: string): Promise<readonly CallbackDelivery[]>;
  /** Makes links without calls, quickly; `each` says how the one at that index is. */
  seedLinks(count: number, each?: (index: number) => LinkSeed): SandboxLink[];
  /** Lets the records of one order speak otherwise than `shape` says; null: as all the others again. */
  reword(orderId: string, words: OwnWords | null): void;
  /**
   * `refuse`: nobody listens, connections are refused, the switches over HTTP included. `unavailable`: 503 for
   * every call and pay page; listed among the faults, and over when they are cleared.
   */
  outage(how: 'refuse' | 'unavailable' | 'off'): Promise<void>;
  /** Resolves once the predicate holds; it is asked now and after each request and change. Rejects after 5 s. */
  until(predicate: () => boolean, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

import type { CallbackBehaviour, CallbackDelivery } from './callbacks.ts';
import type { Setting } from './changes.ts';
import type { SandboxCredentials, SignatureRule } from './check-caller.ts';
import type { MadeLink, SandboxRequest } from './journal.ts';
import type { Operation } from './match-route.ts';
import type { Answering } from './raw-answers.ts';
import type { OwnWords } from './record-look.ts';
import type { SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
import type { ResponseShape } from './response-shape.ts';
import type { Faults } from './service-faults.ts';

export type { CallbackBehaviour, CallbackDelivery } from './callbacks.ts';
export { SANDBOX_CREDENTIALS, type SandboxCredentials } from './check-caller.ts';
export type { SandboxRequest } from './journal.ts';
export type { Operation } from './match-route.ts';
export type { Answering, RawAnswer, RawRequest } from './raw-answers.ts';
export type { OwnWords } from './record-look.ts';
export type { LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
export type { RecordWords, ResponseShape } from './response-shape.ts';
export type { Fault, Fault as SandboxFault, RandomFaults } from './service-faults.ts';

export interface SandboxOptions {
  /** 0, the default, picks a free port. */
  port?: number;
  /** Serves the pay pages to phones in the same network, and links point there. Default: only on this machine. */
  phones?: { host: string; port: number };
  now?: () => number;
  /** Time zone of dates in answers and ranges. Default: `Asia/Dubai`. */
  timeZone?: string;
  credentials?: SandboxCredentials;
  signatureEncoding?: SignatureRule['encoding'];
  signatureGet?: SignatureRule['get'];
  seed?: number;
  /** Default: 120 days of 6 links each. */
  history?: { days: number; linksPerDay: number } | 'none';
  shape?: Partial<ResponseShape>;
  /** The maximum page size, whatever `size` requests. Default: 100. */
  maxPageSize?: number;
  /** A fixed page size, whatever `size` requests. */
  fixedPageSize?: number;
  /** Larger links are refused with 402. Default: no limit. */
  amountLimitFils?: number;
  /** Waits before and between callbacks. Must not reject; the signal ends the wait early. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called synchronously for each call: before it is processed, and when its answer is sent. */
  onCall?: SandboxCallListener;
}

export type SandboxCallListener = (call: {
  operation: Operation;
  body: unknown;
  when: 'arrived' | 'answered';
}) => void;

export interface Happening {
  link: SandboxLink;
  /** Null if no money moved: the link was cancelled or expired. */
  transaction: SandboxTransaction | null;
  /** Resolves when every callback was answered or given up. Never rejects. */
  told: Promise<readonly CallbackDelivery[]>;
}

export interface Payment extends Happening {
  transaction: SandboxTransaction;
}

export interface QuietOptions {
  /** False: sends no callback. */
  callback?: boolean | undefined;
}

export interface PayOptions extends QuietOptions {
  decline?: boolean | undefined;
  /** Instead of the link's own amount. */
  amountFils?: number | undefined;
  /** Instead of AED. */
  currency?: string | undefined;
  /** It happened this long ago, and is reported now. */
  agoMs?: number | undefined;
}

export interface RefundOptions extends QuietOptions {
  /** Less than the payment: a partial refund. */
  amountFils?: number | undefined;
}

export interface LinkSeed {
  /** Default: `SEED-000001` and up; null: none. */
  invoiceId?: string | null;
  /** Default: now. Seed links oldest first: listings return the latest created first. */
  createdAt?: number;
  /** Default: thirty days after its creation. */
  expiresAt?: number;
  /** Default: AED 100. */
  amountFils?: number;
  callbackUrl?: string;
  /** Default: no payment attempt. */
  paidAt?: number;
  /** A different amount than requested. */
  paidFils?: number;
  /** With `paidAt`: the card was declined. */
  declined?: boolean;
}

export interface SandboxService {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Base address of the pay pages. */
  payUrl: string;
  /** Address of the script with its panels for the page of the local Slack. */
  panels: string;
  /** `url` plus `/api`: the `{base_url}` of the interface. */
  baseUrl: string;
  /** In order of creation, like transactions and payouts. */
  links(): SandboxLink[];
  link(orderId: string): SandboxLink | undefined;
  transactions(): SandboxTransaction[];
  payouts(): SandboxPayout[];
  /** Every link with its payments, and whether its creation was answered. */
  made(): MadeLink[];
  /** The latest five thousand requests to the API. */
  requests: readonly SandboxRequest[];
  /** Number of calls per operation since the start, including refused and failed ones. */
  calls(): Record<Operation, number>;
  callbacks: readonly CallbackDelivery[];
  faults: Faults;
  shape: Setting<ResponseShape>;
  callbackBehaviour: Setting<CallbackBehaviour>;
  /** Does not wait for the callbacks. Rejects if the link is unknown or cannot be paid. */
  pay(orderId: string, options?: PayOptions): Promise<Payment>;
  /** Rejects if nothing was paid. */
  refund(orderId: string, options?: RefundOptions): Promise<Payment>;
  /** These two reject if the link is unknown, paid, cancelled or expired. */
  cancel(orderId: string, options?: QuietOptions): Promise<Happening>;
  expire(orderId: string, options?: QuietOptions): Promise<Happening>;
  /** Creates links without API calls; `each` describes the link at that index. */
  seedLinks(count: number, each?: (index: number) => LinkSeed): SandboxLink[];
  /** Gives one order's records a different wording than `shape`; null: back to normal. */
  reword(orderId: string, words: OwnWords | null): void;
  /**
   * Exact answers from now on, before the caller, the path and faults are looked at; or changes of what the sandbox answers
   * by itself.
   */
  answerWith(answering: Answering): void;
  /**
   * `refuse`: stops listening, including the switches over HTTP. `unavailable`: 503 for every call and pay page;
   * listed among the faults and ended by clearing them.
   */
  outage(how: 'refuse' | 'unavailable' | 'off'): Promise<void>;
  /** Resolves when the predicate holds; it is checked now and after each request and change. Rejects after 30 s. */
  until(predicate: () => boolean, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

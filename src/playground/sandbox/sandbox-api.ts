import type { CallbackManner } from './callback-manner.ts';
import type { CallbackDelivery } from './callbacks.ts';
import type { SignatureRule } from './check-caller.ts';
import type { Faults } from './faults.ts';
import type { PayoutRhythm } from './payouts.ts';
import type { SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
import type { SandboxRequest } from './request-journal.ts';
import type { ResponseShape } from './response-shape.ts';
import type { SandboxCredentials } from './sandbox-credentials.ts';
import type { Setting } from './setting.ts';

export type { CallbackManner } from './callback-manner.ts';
export type { CallbackDelivery } from './callbacks.ts';
export type { Fault, Fault as SandboxFault } from './faults.ts';
export type { LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
export type { SandboxRequest } from './request-journal.ts';
export type { ResponseShape } from './response-shape.ts';
export { SANDBOX_CREDENTIALS, type SandboxCredentials } from './sandbox-credentials.ts';

export interface SandboxOptions {
  /** 0, the default, picks a free one. */
  port?: number;
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
  callbackManner?: Partial<CallbackManner>;
  /** True, the default: unknown members, a missing `Time-Zone` and other content types are refused. */
  strict?: boolean;
  /** The most records a page holds, whatever `size` asks for; 100. */
  maxPageSize?: number;
  /** Above it a link is refused with 402; none. */
  amountLimitFils?: number;
  /** The pauses before and between callbacks. Rejection is not expected; the signal ends the wait early. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Payment {
  link: SandboxLink;
  transaction: SandboxTransaction;
  /** Resolves when every callback was answered or given up; never rejects. */
  told: Promise<readonly CallbackDelivery[]>;
}

export interface PayOptions {
  decline?: boolean | undefined;
  /** Instead of the link's own amount. */
  amountFils?: number | undefined;
  /** False: the `callback_url` hears nothing. */
  callback?: boolean | undefined;
}

export interface SandboxService {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `url` and `/api`: the `{base_url}` of the interface. */
  baseUrl: string;
  /** In the order of their making, as are transactions and payouts. */
  links(): SandboxLink[];
  link(orderId: string): SandboxLink | undefined;
  transactions(): SandboxTransaction[];
  payouts(): SandboxPayout[];
  /** What came to the API. */
  requests: readonly SandboxRequest[];
  callbacks: readonly CallbackDelivery[];
  faults: Faults;
  shape: Setting<ResponseShape>;
  callbackManner: Setting<CallbackManner>;
  /** Does not wait for the callbacks. Rejects for an unknown, paid or expired link. */
  pay(orderId: string, options?: PayOptions): Promise<Payment>;
  /** Resolves once the predicate holds; it is asked now and after each request and change. Rejects after 5 s. */
  until(predicate: () => boolean, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

import type { Store } from '../../src/open-store.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { HandOver, Reminder } from './colleagues.ts';
import type { Dialect, Disputes } from './dialect.ts';
import type { KnownWords } from './known-words.ts';
import type { Leaver } from './leaver.ts';
import type { PaymentEvent } from './shop-customers.ts';
import type { Message } from './slack.ts';
import type { Sale } from './staff.ts';

export interface DayResult {
  store: Store;
  ledger: Ledger;
  otherLedger: Ledger;
  disputes: Disputes;
  dialect: Dialect;
  words: KnownWords;
  /** Somebody says what the service's words mean. */
  hasExplainer: boolean;
  sales: readonly Sale[];
  messages: readonly Message[];
  happenings: readonly PaymentEvent[];
  handed: readonly HandOver[];
  /** Who left the workspace, and when Slack first refused a message to them. */
  left: Leaver | null;
  refusedLeaverAt: number | null;
  reminded: readonly Reminder[];
  /** False: the expected order of the cards is not known. */
  cardsHaveOrder: boolean;
  /** One process worked during the trouble. */
  isAlone: boolean;
  /** When a process was paused, could not write, or had its clock set. */
  mishaps: readonly number[];
  /** When one was killed. */
  deaths: readonly number[];
  /** From this time on nothing goes wrong, and everything that was held up has been dealt with. */
  calmFrom: number;
  now: number;
}

import type { DateSpan } from '../calendar/date-span.ts';
import type { SaleState } from '../links/sale/display-state.ts';

export interface SearchQuery {
  /** Only this person's links. */
  ownerId: string | null;
  /** Only links in this channel. */
  channelId: string | null;
  /** When they were created. */
  span: DateSpan | null;
  /** Any of these; empty: all. */
  states: readonly SaleState[];
  /** A whole number that may be an amount or an invoice number is here and in `number`: either is enough. */
  amountFils: number | null;
  /** An invoice number or its start, or the service's order id. */
  number: string | null;
  /** E.164. */
  phone: string | null;
  /** The start of words in the customer's name or the notes, in lower case; all must match. */
  words: readonly string[];
}

/** A search for every link. */
export const EVERY_LINK: SearchQuery = {
  ownerId: null,
  channelId: null,
  span: null,
  states: [],
  amountFils: null,
  number: null,
  phone: null,
  words: [],
};

/** `1250` is an amount or a number. */
export const mayBeEither = ({ amountFils, number }: SearchQuery): boolean =>
  number !== null && amountFils === Number(number) * 100;

/** Nobody waits long for an answer: among many links, each read may cost half a millisecond. */
export const MOST_LOOKED_THROUGH = 10_000;

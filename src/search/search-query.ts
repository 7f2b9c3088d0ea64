import { z } from 'zod';

/** The states a search can ask for. */
export const SEARCH_STATES = [
  'asked',
  'withdrawn',
  'lapsed',
  'unpaid',
  'paid',
  'expired',
  'declined',
  'refunded',
  'cancelled',
  'failed',
  'checking',
  'reported',
  'partly',
  'mismatch',
] as const;

export type SearchState = (typeof SEARCH_STATES)[number];

/** Nobody searches for more at once. With the rest, far below the 2000 characters that a button can carry. */
export const MOST_WORDS = 12;
export const LONGEST_WORD = 60;

const id = z.string().max(40).nullable();

export const searchQuerySchema = z.object({
  /** Only this person's links. */
  ownerId: id,
  /** Only links in this channel. */
  channelId: id,
  /** When they were created, in milliseconds since the epoch, both ends inclusive. */
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Any of these; empty: all. */
  states: z.array(z.enum(SEARCH_STATES)),
  /** A whole number that may be an amount or an invoice number is here and in `number`: either is enough. */
  amountFils: z.number().nullable(),
  /** An invoice number or its start, or the service's order id. */
  number: z.string().max(LONGEST_WORD).nullable(),
  phone: z.string().max(LONGEST_WORD).nullable(),
  /** The start of words in the customer's name or the notes; all must match. */
  words: z.array(z.string().max(LONGEST_WORD)).max(MOST_WORDS),
});

export type SearchQuery = z.infer<typeof searchQuerySchema>;

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

/** What a button carries, and the payload of its file. */
export const searchPointerSchema = z.object({
  query: searchQuerySchema,
  /** Links made later are not in the file. */
  before: z.number(),
});

export type SearchPointer = z.infer<typeof searchPointerSchema>;

/** Null if the text is not from a search's button. */
export const parseSearchPointer = (value: string | null): SearchPointer | null => {
  try {
    return searchPointerSchema.safeParse(JSON.parse(value ?? '')).data ?? null;
  } catch {
    return null;
  }
};

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isChannel } from '../../blocks/place.ts';
import type { Link } from '../../store/link.ts';
import {
  type LinkFormValues,
  linkFormValuesSchema,
  parseFormValues,
  someFormValuesSchema,
} from './link-form-values.ts';
import type { FieldDoubt } from './read-draft.ts';

/** Slack takes 3000 characters of metadata, and the form's values up to 2000. */
const MOST_DOUBTS = 5;

/** What the form says about a returning customer, so that nobody sends to the wrong person unseen. */
const recalledSchema = z.object({
  /** Mrkdwn, at most three short lines. */
  line: z.string().max(700),
  /** What its button fills in: amount and purpose of the last sale, or all of a form that was closed. Null: there is none. */
  offer: someFormValuesSchema.nullable(),
  /** Without it: *Same again*. */
  button: z.string().max(60).exactOptional(),
  /** The link like which another is offered. */
  another: z.string().max(40).exactOptional(),
});

export type Recalled = z.infer<typeof recalledSchema>;

/** Of the fields that take a text. */
export type TypedTexts = z.infer<typeof someFormValuesSchema>;

/** Travels with an open form in `private_metadata`. The person's client can read it, so it grants nothing. */
const formMetadataSchema = z.object({
  nonce: z.string().min(8).max(64),
  isLong: z.boolean().default(false),
  /** Hashes of the doubts that the person was already asked about. */
  doubts: z.array(z.string().max(20)).max(MOST_DOUBTS).default([]),
  /** The link after which this form makes the next one of the same sale. */
  after: z
    .object({
      id: z.string().max(40),
      /** The sale as the form was opened on it: `hashSale`. */
      sale: z.string().max(20),
      /** What the form says of it, as mrkdwn. */
      line: z.string().max(300),
      /** The link before it can still be paid, and is changed. */
      isChange: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** The link that was not made and whose order this form shows again: unchanged, it is sent under the same number. */
  repeats: z.string().max(40).nullable().default(null),
  /** The last channel chosen, kept while the form does not show the channel field. */
  channel: z.string().max(24).nullable().default(null),
  /** The thread of the message that the form was opened from. The card goes there too. */
  thread: z
    .object({ channel: z.string().max(24), ts: z.string().max(24) })
    .nullable()
    .default(null),
  /** The channel where the form was opened. Its settings gave the defaults. */
  askedIn: z.string().max(24).nullable().default(null),
  /** The values of the fields that the form does not show. */
  unshown: someFormValuesSchema.default({}),
  /** How often each field was refilled: Slack keeps what was typed in a block until the block has another id. */
  refills: z.record(z.string().max(40), z.int()).default({}),
  /** What to check in the typed words, as mrkdwn. */
  pleaseCheck: z.string().max(700).default(''),
  recalled: recalledSchema.nullable().default(null),
});

export type FormMetadata = z.infer<typeof formMetadataSchema>;

export type SomeFormMetadata = z.input<typeof formMetadataSchema>;

export const fillFormMetadata = (some: SomeFormMetadata): FormMetadata => formMetadataSchema.parse(some);

export const writeFormMetadata = (metadata: FormMetadata): string => JSON.stringify(metadata);

/** Of a new form for what this link was made for. */
export const metadataOfLink = ({ channelId, threadTs }: Link, nonce: string) => ({
  nonce,
  askedIn: isChannel(channelId) ? channelId : null,
  thread: threadTs === null ? null : { channel: channelId, ts: threadTs },
});

/** An open form: what it holds, and what travels with it. */
export interface Form {
  metadata: FormMetadata;
  values: LinkFormValues;
}

/** Over what was typed in these fields. */
export const fillIn = ({ metadata, values }: Form, filled: Partial<LinkFormValues>): Form => {
  const refills = Object.keys(filled).map((name) => [name, (metadata.refills[name] ?? 0) + 1]);
  return {
    metadata: { ...metadata, refills: { ...metadata.refills, ...Object.fromEntries(refills) } },
    values: { ...values, ...filled },
  };
};

export const blockIdIn = ({ refills }: Pick<FormMetadata, 'refills'>, block: string): string =>
  refills[block] === undefined ? block : `${block}.${refills[block]}`;

/** A form as Slack returns it, with the values of the fields that it did not show. */
export const readForm = (view: { privateMetadata: string; values: unknown }): Form => {
  const metadata = formMetadataSchema.parse(JSON.parse(view.privateMetadata));
  return { metadata, values: { ...parseFormValues(view.values), ...metadata.unshown } };
};

/** A changed value gives another hash, and so another question. */
const hashDoubt = ({ field, what, value }: FieldDoubt): string =>
  createHash('sha256').update(`${field}:${what}:${value}`).digest('base64url').slice(0, 12);

export const findNewDoubts = ({ doubts: known }: FormMetadata, doubts: readonly FieldDoubt[]): FieldDoubt[] =>
  doubts.filter((doubt) => !known.includes(hashDoubt(doubt)));

export const withDoubts = (metadata: FormMetadata, doubts: readonly FieldDoubt[]): FormMetadata => ({
  ...metadata,
  doubts: [...metadata.doubts, ...doubts.map(hashDoubt)].slice(-MOST_DOUBTS),
});

/** The form below the question about duplicates, and what the question showed. */
const questionSchema = z.object({
  metadata: formMetadataSchema,
  values: linkFormValuesSchema,
  /** What was shown is kept under it (`questions.ts`). */
  question: z.string().max(40),
});

export const writeQuestion = ({ metadata, values }: Form, question: string): string => {
  // The form was submitted with these, and there is no room for them.
  const { pleaseCheck: _, recalled: __, unshown: ___, refills: ____, after, ...rest } = metadata;
  return JSON.stringify({
    metadata: { ...rest, after: after && { ...after, line: '' } },
    values,
    question,
  } satisfies z.input<typeof questionSchema>);
};

export const readQuestion = (written: string): Form & { question: string } =>
  questionSchema.parse(JSON.parse(written));

import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { buildOption, context, header, modal, section } from '../blocks/message.ts';
import { formatAed, slackDate, slackTime } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { asksUnit, listNamesSaid, OF_PAYOUTS, WHOLE_NAME } from '../payment-service/index.ts';
import { buildInput, menu, radio, tick } from '../slack/fields.ts';
import type { Link } from '../store/link.ts';
import type { Answer } from './possible-answers.ts';
import { type AskedWord, neverSays, type StoredWord } from './taught-word-store.ts';

/** A name and its value, as the service writes them. */
export interface Written {
  path: string;
  value: string;
}

/** A leaf that votes and is not understood: an admin says what it means. */
export interface WordChoice extends AskedWord {
  id: string;
  /** Empty: nobody can say here what it means. */
  options: readonly Answer[];
  /** What somebody said that does not count yet. */
  said: { answer: Answer; by: string | null } | null;
  /** The record said it when the admins were asked, and no longer does. */
  isEarlier: boolean;
}

/** Of amounts that differ, one may be what the customer paid. */
export interface AmountChoice extends Written {
  id: string;
  name: string;
}

/** What the service said about a link's payment, for the one window that shows it. */
export interface WhatCame {
  link: Link;
  /** The payer of this link is the admin who looks at it. */
  isGuided: boolean;
  /** Null: no record so far. */
  record: {
    of: 'link' | 'transaction';
    words: Written[];
    /** By which of its values the record is this link's; null: it was found by the link's order id. */
    tie: Written | null;
    amounts: Written[];
    /** All else that is kept of it and understood. */
    rest: Written[];
    time: RecordTime | null;
    /** How long after the callback, or else the payment, a listing showed it; null: not known. */
    listedAfterMs: number | null;
  } | null;
  callbackAt: number | null;
  /** The field that holds the link's order id. */
  orderIdField: string | null;
  choices: WordChoice[];
  /** As many as radio buttons can be. */
  amountChoices: AmountChoice[];
}

/** When the payment happened, as the record says. */
export interface RecordTime extends Written {
  /** As it is read now. */
  at: number;
  /** The payment was at another time: the service writes its times in this zone. */
  writtenIn: string | null;
}

export const WHAT_CAME_FORM = 'what_came';
export const WHAT_CAME_TITLE = 'What came';
/** On a message: opens the window. */
export const SEE_WHAT_CAME_ACTION = 'see_what_came';
export const AMOUNT_BLOCK = 'amount';

/** For all that have no answer of their own. */
export const REST_BLOCK = 'rest';

const LABELS: Record<Answer, string> = {
  never: 'Never says anything, whatever stands there',
  nothing: 'Says nothing',
  paid: 'Paid',
  'not-paid': 'Not paid',
  refunded: 'Refunded',
  fils: 'In fils',
  dirhams: 'In dirhams',
  ...{ Invoice_Id: 'Our number', orderId: 'Our number' },
  ...{ grossAmount: 'Gross', feeAmount: 'Fee', netAmount: 'Net', payoutAmount: 'Paid out' },
  ...{ payoutDate: 'Date', payoutId: 'ID' },
};
const LONGEST_WORD = 60;
/** A window has a hundred blocks (`limits.view.blocks`), and each question two. */
const MOST_ASKED = 30;
/** All in one text of 3,000 characters. */
const MOST_TAUGHT = 12;

/** As code, where Slack's markup has no effect. */
export const quoteWord = (word: string): string =>
  `\`${escapeMrkdwn(cut(word.replaceAll(/\s+/g, ' '), LONGEST_WORD))}\``;

const quote = ({ path, value }: Written): string => quoteWord(`${path}: ${value}`);

/** The one window in which an admin sees what the service said of a payment, and says what Paylink does not know. */
export const buildWhatCameView = (came: WhatCame, timeZone: string): ModalView => {
  const { link, choices, amountChoices, record } = came;
  const isOpen = amountChoices.length > 0 || choices.some(({ options }) => options.length > 0);
  return modal(
    WHAT_CAME_FORM,
    {
      title: WHAT_CAME_TITLE,
      ...(isOpen ? { submit: 'Save' } : {}),
      close: isOpen ? 'Not now' : 'Close',
      metadata: link.id,
    },
    [
      section(
        `*${formatAed(link.amountFils)}* · ${escapeMrkdwn(cut(link.invoiceId, 100))}${came.isGuided ? ' · your test payment' : ''}`,
        'link',
      ),
      section(describeSaid(came, timeZone), 'said'),
      ...(record?.time?.writtenIn ? [section(explainZone(record.time, timeZone), 'zone')] : []),
      ...(choices.length + amountChoices.length > 0
        ? [{ type: 'divider' as const }, header('What does it mean?'), ...buildQuestions(came)]
        : [context('Paylink understands every word of it.', 'understood')]),
      { type: 'divider' as const },
      section(describeWay(came, timeZone), 'way'),
    ],
  );
};

function describeSaid({ record, link, choices }: WhatCame, timeZone: string): string {
  if (record === null) return 'The payment service has no record of this payment yet.';
  const list = (all: readonly Written[]) => (all.length === 0 ? 'none' : all.map(quote).join(' · '));
  const whose =
    record.tie === null
      ? 'this link’s: it answers to the link’s order id'
      : `${choices.some(({ path }) => path === record.tie?.path) ? 'perhaps ' : ''}this link’s, by ${quote(record.tie)}`;
  return [
    `*What the payment service said* about the ${record.of === 'link' ? 'link' : 'payment'}`,
    `• Words: ${list(record.words)}`,
    `• Whose: ${whose}`,
    `• How much: ${list(record.amounts)} (the link asks for ${formatAed(link.amountFils)})`,
    `• When: ${record.time === null ? 'it doesn’t say' : `${quote(record.time)}, read as ${slackDate(record.time.at, timeZone)}`}`,
    ...(record.rest.length === 0 ? [] : [`• Also: ${list(record.rest)}`]),
  ].join('\n');
}

function describeWay({ callbackAt, record, orderIdField }: WhatCame, timeZone: string): string {
  const lag = record?.listedAfterMs ?? null;
  return [
    '*How it came*',
    `• Callback: ${callbackAt === null ? 'none came. Paylink reads the service’s lists instead' : `came at ${slackTime(callbackAt, timeZone)}`}`,
    `• List: ${lag === null ? 'not known how long it takes to show a payment' : `showed it ${describeLag(lag)} after the ${callbackAt === null ? 'payment' : 'callback'}`}`,
    `• Order ID: ${orderIdField === null ? 'in no field' : `in ${quoteWord(orderIdField)}`}`,
  ].join('\n');
}

const describeLag = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.round(seconds / 60)} minutes`;
};

const explainZone = ({ value, at, writtenIn }: RecordTime, timeZone: string): string =>
  [
    `⚠️ *The service’s clock differs.* It writes ${quoteWord(value)}, which is ${writtenIn} time. Paylink reads its times as ${escapeMrkdwn(timeZone)}, so it shows this payment at ${slackTime(at, timeZone)}.`,
    `Ask the payment service to use the zone that Paylink sends, or set \`PAYLINK_TIME_ZONE\` to a zone with ${writtenIn} time. The days in reports then follow that zone, too.`,
  ].join('\n');

function buildQuestions({ choices, amountChoices, isGuided }: WhatCame): KnownBlock[] {
  const asked = choices.slice(0, MOST_ASKED);
  const hasRest = asked.some((one) => one.said === null && mayNeverSay(one));
  return [
    context('Choose what each of these says about the payment.', 'how'),
    ...(hasRest ? [buildInput(REST_BLOCK, REST)] : []),
    ...asked.flatMap((choice) => buildChoice(choice, hasRest)),
    ...(amountChoices.length === 0 ? [] : [buildAmountChoice(amountChoices)]),
    ...(choices.length > MOST_ASKED
      ? [context(`${describeMore(choices.length - MOST_ASKED)} once these are answered.`, 'more')]
      : []),
    context(
      isGuided
        ? 'You paid this yourself, so your answers count at once, for later payments, too. Take them back under `/paylink settings`.'
        : 'Answers hold for every payment. One that makes a payment *Paid* needs a second admin or finance, if there is one. Take answers back under `/paylink settings`.',
      'effect',
    ),
  ];
}

const mayNeverSay = ({ options }: WordChoice): boolean => options.includes('never');

const OPTIONS = Object.fromEntries(
  Object.entries(LABELS).map(([answer, label]) => [answer, buildOption(answer, label)]),
) as Record<Answer, ReturnType<typeof buildOption>>;

export const says = (options: readonly Answer[]) =>
  menu({ options: options.map((one) => OPTIONS[one]), placeholder: 'What it says' });

/** What was chosen for a question, by its id: the window has only those that are open. */
export const ANSWER = { optional: true, kind: says([]) } as const;

export const REST = {
  label: 'All that you leave open below',
  optional: true,
  kind: tick({
    ...buildOption('never', 'None of the others ever says anything'),
    description: { type: 'plain_text', text: 'Whatever stands there. A refusal or refund is still noticed.' },
  }),
} as const;

/** `status: QX17`, or the name alone. */
export const nameAsked = ({ path, word }: Pick<AskedWord, 'path' | 'word'>): string => {
  if (word === WHOLE_NAME) return path;
  if (word === OF_PAYOUTS) return `${path} (payouts)`;
  if (listNamesSaid(word) !== null) return `${path}: is this our number?`;
  return asksUnit(word) ? `${path}: in fils or in dirhams?` : `${path}: ${word}`;
};

function buildChoice(choice: WordChoice, hasRest: boolean): KnownBlock[] {
  const { id, options, said, isEarlier } = choice;
  const label = nameAsked(choice);
  if (options.length === 0)
    return [
      section(`${quoteWord(label)}: look in the payment service’s dashboard whether this is paid.`, id),
    ];
  const hint = hasRest && !mayNeverSay(choice) ? { hint: 'This one needs an answer of its own.' } : {};
  const kind = says(options);
  const input = buildInput(
    id,
    { label: cut(label, 150), optional: true, kind, ...hint },
    said?.answer ?? null,
  );
  const notes = [
    ...(isEarlier ? ['The record no longer says this. Other payments may.'] : []),
    ...(said === null
      ? []
      : [
          `${said.by === null ? 'Someone' : mention(said.by)} said: *${LABELS[said.answer].toLowerCase()}*. It counts once a second person says the same.`,
        ]),
  ];
  return notes.length === 0 ? [input] : [input, context(notes.join(' '), `said_${id}`)];
}

const buildAmountChoice = (amounts: WhatCame['amountChoices']): InputBlock =>
  buildInput(AMOUNT_BLOCK, {
    label: 'Which amount did the customer pay?',
    kind: radio({ options: amounts.map(({ id, path, value }) => buildOption(id, `${path}: ${value}`)) }),
  });

const describeMore = (more: number): string => (more === 1 ? '1 more word' : `${more} more words`);

/**
 * Replaces the questions once they are answered. `earlier`: what somebody else had answered while the window was open. `second`: who has
 * to agree. `left`: how many questions had no room.
 */
export const buildTaughtView = ({
  taught,
  earlier,
  second,
  left,
}: {
  taught: readonly StoredWord[];
  earlier: readonly StoredWord[];
  second: readonly string[];
  left: number;
}): ModalView => {
  const open = taught.filter(({ answer }) => answer?.inEffect === null);
  const next =
    open.length === 0
      ? 'Paylink checks the payment again now. Its card shows the result.'
      : `${open.length === taught.length ? 'It counts' : 'What lets money count takes effect'} once a second person agrees. Paylink asked ${second.slice(0, 3).map(mention).join(', ')}.`;
  return modal(WHAT_CAME_FORM, { title: WHAT_CAME_TITLE, close: 'Close' }, [
    ...(taught.length === 0 ? [] : [section(listTaught('✅ *Saved*', taught), 'saved')]),
    ...(earlier.length === 0
      ? []
      : [
          section(
            `${listTaught('*Answered already, so it stays*', earlier)}\nTo change it, *Forget* it under \`/paylink settings\`.`,
            'earlier',
          ),
        ]),
    section(next, 'next'),
    ...(left > 0 ? [section(`${describeMore(left)}: open *See what came* again.`, 'left')] : []),
  ]);
};

export const listTaught = (title: string, words: readonly StoredWord[]): string =>
  [
    title,
    ...words.slice(0, MOST_TAUGHT).map((word) => `• ${describeTaught(word)}`),
    ...(words.length > MOST_TAUGHT ? [`• and ${describeMore(words.length - MOST_TAUGHT)}`] : []),
  ].join('\n');

/** `status: QX17`: *paid*. */
export const describeMeaning = (word: StoredWord): string => {
  const { path, answer } = word;
  if (neverSays(word)) return `${quoteWord(path)}: *never says anything*`;
  return `${quoteWord(nameAsked(word))}: *${answer === null ? 'not answered yet' : LABELS[answer.says].toLowerCase()}*`;
};

/** The same, with who said it: `status: QX17`: *paid*, said Ravi. */
export const describeTaught = (word: StoredWord): string => {
  const { answer } = word;
  if (answer === null) return describeMeaning(word);
  const from = escapeMrkdwn(cut(word.reference ?? 'a link', 100));
  const by = answer.by === null ? `learned from ${from}` : `said ${mention(answer.by)}`;
  const open = answer.inEffect === null ? ', waiting for a second person' : '';
  return `${describeMeaning(word)}, ${by}${open}`;
};

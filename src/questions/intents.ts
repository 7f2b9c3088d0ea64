import type { Permission } from '../people/members.ts';

interface Intent {
  /** All of the line. Without hamzas, like all Arabic here. */
  whole?: string;
  /** At its start they are heard whatever else it says: nobody begins a new sale with them. */
  orders?: string;
  /** At its start, unless it names an amount and a phone or an e-mail. */
  asks?: string;
  /** Anywhere, unless it fills in a form. */
  holds?: string;
  /** As people type it, first in English. */
  examples: readonly string[];
  /** For the reference. */
  answer: string;
  /** Who may has the answer for everybody’s sales, others for their own. Null: it is about no sale. */
  forAll: Permission | null;
}

const PAY = 'pay|pays|paid|payed|paying';
const NOT = 'not|isnt|wasnt|didnt|dont|doesnt|hasnt|havent|never';

/** Whatever can be asked or ordered; the first that fits. An order only shows what has a button for it. */
export const INTENTS = {
  thanks: {
    whole: 'thanks?|thank (?:you|u)|thx|ty|ok|okay|great|شكرا',
    examples: ['thanks', 'شكرا'],
    answer: 'a word back',
    forAll: null,
  },
  help: {
    whole:
      'hi|hello|hey|salam|good (?:morning|afternoon|evening)|help|what(?: is)? (?:this|paylink)|what can (?:you|i) do|how does (?:it|this|paylink) work|use (?:it|this|paylink)|مرحبا|السلام عليكم|ساعدني|ما هذا|شو هذا',
    examples: ['what is this', 'hi', 'مرحبا'],
    answer: 'the help',
    forAll: null,
  },
  cancel: {
    orders: 'cancel|void|delete|undo|الغاء|الغ|الغي|حذف|احذف',
    holds: 'cancel|void|undo',
    examples: ['cancel 250', 'undo', 'الغاء 250'],
    answer: 'what to do instead, and the waiting links with *Change amount*',
    forAll: 'use-any-link',
  },
  refund: {
    orders: 'refund|money back|استرجاع|استرداد|ارجاع|ترجيع|رجع',
    holds: 'refund',
    examples: ['refund sara', 'how do I refund', 'استرجاع'],
    answer: 'whom to ask, and the paid sales; *Ask finance to refund* where too much was paid',
    forAll: 'use-any-link',
  },
  change: {
    orders: 'change|edit|تغيير|غير(?! مدفوع)|عدل|تعديل',
    holds: 'wrong|mistake|غلط',
    examples: ['change 250 to 205', 'wrong amount', 'تغيير 250'],
    answer: 'the waiting links, each with *Change amount or details…*',
    forAll: 'use-any-link',
  },
  send: {
    orders: 'remind|reminder|resend|تذكير|ذكر|ذكري',
    holds: 'remind|resend|send|share|whatsapp|qr|scan|ارسل|ارسال|واتساب|واتس|باركود',
    examples: ['resend nour', 'whatsapp nour', 'qr', 'remind nour', 'تذكير'],
    answer: 'the waiting links, with *WhatsApp* and *Show QR*; nothing is sent by the line',
    forAll: 'use-any-link',
  },
  cash: {
    holds: 'cash|by card|bank transfer|transferr?ed|نقدا|نقد|كاش|تحويل',
    examples: ['sara paid cash', 'دفعت كاش'],
    answer: 'her sales, and why cash does not make a link *Paid*',
    forAll: 'use-any-link',
  },
  mine: {
    whole: '(?:my (?:links?|sales|customers)|روابطي|مبيعاتي)(?: .*)?',
    examples: ['my links', 'روابطي'],
    answer: 'as `/paylink mine`',
    forAll: null,
  },
  unpaid: {
    holds: `unpaid|(?:${NOT})(?: yet)? (?:${PAY})|owes?|owing|outstanding|pending|overdue|debts?|غير مدفوعه?|(?:لم|ما|مش|مو) (?:يدفع|تدفع|دفع|دفعت|دفعوا|دافع)|متاخر|متاخرين`,
    examples: ['unpaid', 'who has not paid', 'sara didn’t pay', 'مين ما دفع'],
    answer: 'who owes, oldest first; of one customer, their sales',
    forAll: 'use-any-link',
  },
  figures: {
    asks: 'how (?:much|many)|كم|بكم|قديش',
    holds:
      'totals?|sum|sales|takings|revenue|turnover|earned|earnings|income|received|المجموع|مجموع|الاجمالي|اجمالي|المبيعات|مبيعات|الدخل',
    examples: ['how much today', 'total', 'how much did I make last week', 'كم اليوم'],
    answer: 'what was received on these days, and what is still to come, as on Home',
    forAll: 'read-reports',
  },
  refunds: {
    holds: 'refunds|refunded|chargebacks?|(?:ال)?مرتجعات|(?:ال)?استردادات',
    examples: ['refunds last month', 'المرتجعات'],
    answer: 'what went back on these days, else in the last 30',
    forAll: 'read-reports',
  },
  paid: {
    holds: `${PAY}|payments?|دفع|دفعت|دفعوا|يدفع|تدفع|دافع|مدفوع|مدفوعه|سدد|سددت`,
    examples: ['who paid today', 'paid?', 'did sara pay', 'مين دفع اليوم', 'هل دفعت سارة'],
    answer: 'the payments of these days, by the time of payment; of one customer, their sales',
    forAll: 'read-reports',
  },
  look: {
    asks: `did|does|has|have|is|was|were|are|who|whos|which|when|where|why|what|status|check|show|${NOT}|هل|مين|متي|وين|اين|ليش|شو|شنو|حاله|اعرض`,
    examples: ['status INV-7', 'today', 'sara', 'سارة'],
    answer:
      'the sales of these words; an Arabic name shows the day’s, because names are kept in Latin letters',
    forAll: 'use-any-link',
  },
} as const satisfies Record<string, Intent>;

export type IntentName = keyof typeof INTENTS;

/** With these, words alone are a new sale. */
const OF_A_FORM =
  'link|for|charge|collect|request|invoice|bill|create|make|generate|aed|dhs?|dirhams?|رابط|لينك|فاتوره';
const POLITE =
  'please|pls|plz|(?:can|could|would|will) (?:you|u|i|we)|how (?:do|can) (?:i|we|you)|how to|(?:i|we) (?:want|need)(?: to)?|لو سمحت|ممكن|كيف|اريد|بدي|ابي';
/** What stands around a name in a question. */
const ASIDE =
  'hi|hello|hey|i|me|my|we|us|our|you|your|u|he|she|they|him|her|them|his|it|its|yet|so|far|now|ever|not|do|how|much|many|customer|client|links?|money|amount|price|please|pls|make|made|get|got|come|came|sent|already|still|can|could|would|should|want|need|then|again|about|new|انا|لي|الزبون|العميل|رابط|لو سمحت';

const BEFORE = "(?<![\\p{L}\\p{N}_@<'’-])";
const AFTER = "(?![\\p{L}\\p{N}_@'’-])";
const anywhere = (words: string, flags = 'iu') => new RegExp(`${BEFORE}(?:${words})${AFTER}`, flags);
const atStart = (words: string) => new RegExp(`^(?:${words})${AFTER}`, 'iu');

const ROWS = (Object.entries(INTENTS) as [IntentName, Intent][]).map(
  ([name, { whole, orders, asks, holds }]) => ({
    name,
    whole: whole === undefined ? null : new RegExp(`^(?:${whole})$`, 'iu'),
    orders: orders === undefined ? null : atStart(orders),
    asks: asks === undefined ? null : atStart(asks),
    holds: holds === undefined ? null : anywhere(holds),
  }),
);
const SAID = anywhere(
  [
    ...(Object.values(INTENTS) as Intent[]).flatMap(({ orders, asks, holds }) => [holds, orders, asks]),
    ...[POLITE, ASIDE],
  ]
    .filter((words) => words !== undefined)
    .join('|'),
  'giu',
);
const FORM_WORDS = anywhere(OF_A_FORM);
const FIRST_POLITE = new RegExp(`^(?:(?:${POLITE})${AFTER}[\\s,]*)+`, 'iu');

/** Without vowel signs, hamzas, and the apostrophes of `didn’t` and `sara’s`. */
const fold = (text: string): string =>
  text
    .replace(/[\u0640\u064B-\u0652]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/(?<=\p{L}n)['’]t(?!\p{L})/giu, 't')
    .replace(/(?<=\p{L})['’](?:s|re)(?!\p{L})/giu, '')
    .replace(/\s+/gu, ' ')
    .trim();

export interface Question {
  intent: IntentName;
  /** It neither asks nor orders, so it may be the customer of a new sale. */
  isBare: boolean;
  /** Whom or what it is about, in the words of a search, with days. */
  about: string;
}

/** What a line asks or orders; null: it is for a form. `fills`: what of a sale it names. */
export const readQuestion = (
  typed: string,
  { amount, contact }: Record<'amount' | 'contact', boolean>,
): Question | null => {
  const text = fold(typed);
  const bare = text.replace(FIRST_POLITE, '').replace(/[\s.,!?؟…]+$/u, '');
  const isOfForm = amount || FORM_WORDS.test(text);
  const found = ROWS.find(
    ({ name, whole, orders, asks, holds }) =>
      whole?.test(bare) ||
      orders?.test(bare) ||
      (!(amount && contact) && asks?.test(bare)) ||
      // “send it to 050 …” is a new link.
      (!isOfForm && !(contact && name === 'send') && holds?.test(bare)),
  );
  if (!found && (isOfForm || contact || /\p{Nd}/u.test(text))) return null;
  return { intent: found?.name ?? 'look', isBare: !found, about: readAbout(typed) };
};

export const readAbout = (typed: string): string =>
  fold(typed)
    .replace(SAID, ' ')
    .replace(/[?؟!]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

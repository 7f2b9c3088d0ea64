import { TAKEN } from '../../blocks/plain-text.ts';

const EDGE_BEFORE = "(?<![\\p{L}\\p{N}\\p{M}'’-])";
const EDGE_AFTER = "(?![\\p{L}\\p{N}\\p{M}'’-])";

const THING = '(?:phone|mobile|mob|tel|telephone|ph|cell|contact|whats?app|wa|e-?mail|mail|sms)';
const LABEL = `(?:full\\s?name|name|customer|client|${THING}|amount|amt|total|price)`;
const SIGN = '\\s{0,2}[:=]';

/** What people say around the facts. None of it is part of a name. */
const FILLER = [
  '(?:hi|hello|hey|dear|good\\s(?:morning|afternoon|evening))(?:\\s(?:team|all|there|guys|everyone|dear|sir|madam|bro|habibi))?|salam',
  'pls|plz|please|kindly|thx|tnx|ty|thank\\s(?:you|u)|thanks(?:\\sa\\slot)?|regards|shukran',
  '(?:can|could|would|will)\\s(?:you|u)|(?:i|we)\\s(?:need|want)|(?:let\\s)?me\\sknow',
  '(?:send|make|create|generate|prepare|share|issue|give|charge|collect|request|ask|invoice)(?:\\s(?:me|us|her|him|them|it))?(?=\\s)',
  `(?:needs?|wants?|has|have)(?:\\s(?:to\\spay|to))?|(?:is|will|to|should|must)\\s(?:be\\spaying|pay|paying)|owes?|owed|owing|pays|paying`,
  '(?:(?:a|an|the|new|this|payment|pay)\\s){0,3}links?',
  '^bill(?=\\s\\p{L})',
  'customer|client|(?:customer\\s|client\\s)?name(?:\\sis)?',
  `(?:payment|total|sum)(?:\\sof)?(?=[\\s:=-]*${TAKEN})`,
  `(?:on|via|by|through)\\s${THING}`,
  '(?:to|from)(?=\\s{0,2}:?\\s+\\p{L})|only(?=\\W*$)',
  `(?<=${TAKEN}\\s{0,2})only`,
  '(?:رابط|لينك)(?:\\s(?:دفع|الدفع))?|[أا]رسل[يو]?|[أا]ريد|[أا]حتاج|ممكن|ابعث|لو\\sسمحت|من\\sفضلك|بليز|شكرا|[إا]لى|المبلغ|مبلغ|الرقم|رقم|جوال|موبايل|هاتف|الاسم|اسم|ايميل|السلام\\sعليكم|مرحبا',
].join('|');

/** What introduces a phone number, an e-mail or an amount that is masked. */
const LEADS = [
  `(?:(?:her|his|their|on|via|by|through)\\s)?${LABEL}(?:\\s(?:no|number|nr|is|of)){0,2}\\.?(?=[\\s#:.-]*${TAKEN})`,
  `(?:at|on|is|of|and|with|by|from|to|call|no|number|nr)\\.?(?=\\s*:?\\s*${TAKEN})`,
].join('|');

export const EVERY_LEAD = new RegExp(`${EDGE_BEFORE}(?:${LEADS})${EDGE_AFTER}`, 'giu');

const LABELLED = `(?:(?:her|his|their|customer|client)\\s)?${LABEL}(?:\\s(?:no|number|nr))?\\.?${SIGN}`;

export const EVERY_FILLER = new RegExp(`${EDGE_BEFORE}(?:${LABELLED}|(?:${FILLER})${EDGE_AFTER})`, 'giu');

/** A name follows these. */
export const BEFORE_NAME =
  /^(?:to|(?:customer\s|client\s)?(?:full\s?)?name(?:\sis)?|customer|client|الاسم|اسم|[إا]لى)\s*[:=]?$/iu;

export const NAME_LABEL = /name|customer|client|اسم/iu;

/** Never a name, but it may change the meaning, so it is shown as not filled in. */
export const NO_NAME =
  /^(?:today|tomorrow|tonight|now|asap|urgent|urgently|vat|incl|including|inclusive|excl|excluding|plus|minus|cash|discount|paid|unpaid|on|at|by|before|after|until|till|in|if|when|this|that|it|is|are|was|or|x|aed|dhs?|dirhams?|درهم)$/iu;
/** `per month`, `each`: not all of an amount. */
export const EVERY_RATE = new RegExp(`${EDGE_BEFORE}(?:(?:per|every)\\s\\p{L}+|each|pp)${EDGE_AFTER}`, 'giu');
/** No part of a name that somebody typed in a hurry: the words are a sentence. */
export const SENTENCE =
  /^(?:the|and|my|your|our|you|i|we|he|she|they|do|does|did|how|what|which|who|why|where|can|not|with|of|please|about|there|have|has|had|been|still|yet|also|but|so|as)$/u;
/** In lower case within names that have capitals. */
export const PARTICLE = /^(?:al|el|bin|bint|ibn|abu|umm|van|von|der|den|de|da|di|dos|du|la|le)(?![\p{L}])/u;
/** Between or before two amounts: one of them, or what is left of them, is asked for. */
export const RECKONING =
  /(?<!\p{L})(?:paid|balance|remaining|outstanding|due|left|discount|off|less|minus|from|instead|was|already|advance)(?!\p{L})/iu;
/** `5 lakh` */
export const SCALE_AFTER =
  /^\s{0,2}(?:lakhs?|lacs?|crores?|mio|million|mn|thousand|hundred|dozen|ألف|الف|مليون)(?!\p{L})/iu;

/** The purpose starts after these. */
export const EVERY_FOR = new RegExp(
  `(?<=^|[\\s,;${TAKEN}])(?:(?:for|towards|مقابل|عشان|علشان|بخصوص)(?:\\s{0,2}[:=-])?\\s+(?=\\S)|(?:notes?|purpose|reason|details|description|re)\\s{0,2}[:=]\\s*(?=\\S))`,
  'giu',
);
/** The purpose ends before these. */
const ENDS = [
  `[\\n,;]\\s*${LABEL}${SIGN}`,
  '[\\s,;.!](?:pls|plz|please|kindly|thx|tnx|thanks|thank\\s(?:you|u)|(?:can|could|would|will)\\s(?:you|u))(?![\\p{L}\\p{N}])',
  '[\\s,;.!](?:send|share|make|create)\\s(?:(?:me|us|him|her|them|it|the|a|payment)\\s){0,3}links?(?![\\p{L}\\p{N}])',
].join('|');
export const END_OF_PURPOSE = new RegExp(ENDS, 'iu');

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
export const MONTH = new RegExp(`^(?:${MONTHS})$`, 'iu');
export const MONTH_BEFORE = new RegExp(`(?<![\\p{L}])(?:${MONTHS})[.,]?\\s*$`, 'iu');
export const MONTH_AFTER = new RegExp(
  `^\\s{0,2}(?:st|nd|rd|th)?\\s{0,2}(?:of\\s)?(?:${MONTHS})(?![\\p{L}])`,
  'iu',
);

/** What shops sell, recognised without “for”. None of them is a common name. */
export const PURPOSE =
  /^(?:rent|rental|deposit|fees?|delivery|shipping|installments?|instalments?|balance|advance|subscription|membership|tuition|classes|lessons?|sessions?|course|appointment|booking|reservation|order|repairs?|maintenance|cleaning|laundry|service|services|cakes?|bouquet|gift|dinner|lunch|breakfast|catering|salary|bill|invoice|visit|treatment|haircut|facial|massage|tickets?|room|night|nights|parking|fine|dewa|chiller|إيجار|ايجار|توصيل|عربون)$/iu;
/** Part of a purpose, but not a purpose alone. */
export const PURPOSE_TOO =
  /^(?:of|the|and|&|monthly|weekly|yearly|annual|first|second|last|half|full|final|part|remaining|birthday|wedding|hotel|school|home|car)$/iu;

/** Before a number that is not an amount: `unit 12`, `invoice 77`. */
export const NUMBERED_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:unit|room|flat|apt|apartment|villa|office|shop|suite|floor|building|bldg|block|plot|gate|table|seat|house|no|nr|number|invoice|inv|order|ref|receipt|ticket|bill|lot|day|week|month|year|age|grade|class|level|size|ext|q)\.?(?:\s(?:no|nr|number)\.?)?|[#:/-])\s*$/iu;

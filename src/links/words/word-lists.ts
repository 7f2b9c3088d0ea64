import { TAKEN } from '../../blocks/plain-text.ts';

const EDGE_BEFORE = "(?<![\\p{L}\\p{N}\\p{M}'’-])";
const EDGE_AFTER = "(?![\\p{L}\\p{N}\\p{M}'’-])";

const THING = '(?:phone|mobile|mob|tel|telephone|ph|cell|contact|whats?app|wa|e-?mail|mail|sms)';
const PAYER = '(?:customer|client|guest|buyer|payer|tenant|student|patient|bill(?:ed)?\\sto)';
const LABEL = `(?:(?:${PAYER}\\s)?(?:full\\s?)?name|${PAYER}|${THING}|amount|amt|total|price)`;
const SIGN = '\\s{0,2}[:=]';

/** What people say around the facts. None of it is part of a name. */
const FILLER = [
  '(?:hi|hello|hey|dear|good\\s(?:morning|afternoon|evening))(?:\\s(?:team|all|there|guys|everyone|dear|sir|madam|bro|habibi))?|salam',
  'ok(?:ay)?|yes|pls|plz|please|kindly|thx|tnx|ty|thank\\s(?:you|u)|thanks(?:\\sa\\slot)?|regards|shukran',
  '(?:can|could|would|will)\\s(?:you|u)|(?:i|we)\\s(?:need|want)|(?:let\\s)?me\\sknow',
  '(?:and\\s)?(?:send|make|create|generate|prepare|share|issue|give|charge|collect|request|ask|invoice)(?:\\s(?:me|us|her|him|them|it))?(?=\\s)',
  `(?:needs?|wants?|has|have)(?:\\s(?:to\\spay|to))?|(?:is|will|to|should|must)\\s(?:be\\spaying|pay|paying)|owes?|owed|owing|pays|paying`,
  '(?:(?:a|an|the|new|this|payment|pay)\\s){0,3}links?',
  'customer|client|(?:my\\s|customer\\s|client\\s)?name(?:\\sis)?',
  "i['’]?m|i\\sam|this\\sis|اسمي|[أا]نا",
  `(?:payment|pay|total|sum)(?:\\sof)?(?=[\\s:=-]*${TAKEN})`,
  `(?:on|via|by|through)\\s${THING}`,
  '(?:to|from|من)(?=\\s{0,2}:?\\s+\\p{L})|only(?=\\W*$)',
  `(?<=${TAKEN}\\s{0,2})only`,
  '(?:رابط|لينك)(?:\\s(?:دفع|الدفع))?|[أا]رسل[يو]?|[أا]ريد|[أا]ب[يى]|[أا]بغ[ىي]|بدي|عايزة?|[أا]حتاج|ممكن|ابعث|لو\\sسمحت|من\\sفضلك|بليز|شكرا|[إا]لى|المبلغ|مبلغ|الرقم|رقمي?|(?:ال)?جوالي?|موبايل|هاتف|الاسم|اسم|باسم|ايميل|السلام\\sعليكم|مرحبا',
].join('|');

/** What introduces a phone number, an e-mail or an amount that is masked. */
const LEADS = [
  'thank(?:s|\\syou)\\sfor\\s(?:your|the)\\s(?:order|purchase|booking|payment)',
  `(?:and\\s)?(?:(?:my|our|her|his|their|on|via|by|through)\\s)?${LABEL}(?:\\s(?:no|number|nr|is|of)){0,2}\\.?(?=[\\s#:.-]*${TAKEN})`,
  `(?:my|our|her|his|their)\\s(?:number|no)(?:\\sis)?(?=[\\s#:.-]*${TAKEN})`,
  `(?:and\\s)?(?:it['’]?s|it\\sis|that['’]?s)(?=\\sfor\\s)`,
  `(?:من|at|on|is|of|and|with|by|from|to|call|no|number|nr)\\.?(?=\\s*:?\\s*${TAKEN})`,
].join('|');

export const EVERY_LEAD = new RegExp(`${EDGE_BEFORE}(?:${LEADS})${EDGE_AFTER}`, 'giu');

const LABELLED = `(?:(?:my|our|her|his|their|customer|client)\\s)?${LABEL}(?:\\s(?:no|number|nr))?\\.?${SIGN}`;

export const EVERY_FILLER = new RegExp(`${EDGE_BEFORE}(?:${LABELLED}|(?:${FILLER})${EDGE_AFTER})`, 'giu');

/** `bill Mona 90`; `Bill Khan` is a name. */
export const BILL = /^bill(?=\s\p{L})/gu;

/** A name follows these: `self` and `from` where what follows is like one. */
export const NAME_LABELS = {
  self: /^(?:my|i['’]?m|i\sam|this|اسمي|[أا]نا)/iu,
  name: /^(?:.*\bname|customer|client|guest|buyer|payer|tenant|student|patient|bill(?:ed)?\sto|الاسم|ب?اسم)/iu,
  to: /^(?:to|[إا]لى)\s*:?$/iu,
  from: /^(?:from|من)/iu,
};

/** No name is in the words after these: where it goes, and what a number is of. */
const REST = `(?:(?!\\sfor\\s)[^,;.\\n${TAKEN}])*`;
export const NO_NAMES = new RegExp(
  `${EDGE_BEFORE}(?:${[
    `(?:(?:(?:deliver|ship)(?:\\s(?:it|them|this))?|send\\s(?:it|them|this))\\s|(?<=(?:delivery|delivered|shipping|shipped)\\s))(?:to|at)\\s(?=${REST}\\p{L})`,
    `(?<=توصيل\\s)[إا]لى\\s(?=${REST}\\p{L})`,
    'trn(?!\\p{L})|(?:no\\.|sub-?\\s?total)(?=\\s)',
  ].join('|')})${REST}`,
  'giu',
);
/** `Address: Villa 4`: a line of a form that is not for any of our fields. */
export const OTHER_LABEL = /(?<=(?:^|\n)[^\S\n]*)\p{L}[\p{L} .'’/]{1,30}:[^\S\n][^\n]*[\p{L}\p{N}][^\n]*/gu;

const UNITS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|oh|zero|double';
const TENS =
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|مئة|مائة|مية|مئتين|مائتين|ميتين|خمسمية|خمسين|ألف|الف|ألفين|الفين';
/** `two hundred fifty` */
export const IN_WORDS = new RegExp(
  `${EDGE_BEFORE}(?:(?:(?:${UNITS})[\\s-])*(?:${TENS})(?:[\\s-](?:and\\s|و)?(?:${UNITS}|${TENS}))*(?:\\s(?:aed|dhs?|dirhams?|درهم))?|(?:${UNITS})(?:\\s(?:${UNITS})){2,})${EDGE_AFTER}`,
  'giu',
);

/** Never a name, but it may change the meaning, so it is shown as not filled in. */
export const NO_NAME =
  /^(?:today|tomorrow|tonight|now|asap|urgent|urgently|vat|incl|including|inclusive|excl|excluding|plus|minus|cash|discount|paid|unpaid|on|at|by|before|after|until|till|in|if|when|this|that|it|is|are|was|or|x|aed|dhs?|dirhams?|درهم)$/iu;
/** `per month`, and `each` away from its price. */
export const EVERY_RATE = new RegExp(`${EDGE_BEFORE}(?:(?:per|every)\\s\\p{L}+|each|pp)${EDGE_AFTER}`, 'giu');
/** No part of a name that somebody typed in a hurry: the words are a sentence. */
export const SENTENCE = /^(?:the|my|your|our|not|with|of|please|about|there|still|yet|also|but|so|as)$/u;
/** Nor are words around these a purpose. */
export const SPOKEN =
  /^(?:[Ii](?:['’](?:ll|d|ve))?|you|we|he|she|they|do|does|did|how|what|which|who|why|where|can|have|has|had|been)$/u;
/** After “I’m” and “this is”. */
export const NOT_ME =
  /^(?:and|\p{Ll}{3,}ing|interested|here|ready|sorry|sure|just|back|ok|okay|fine|good|happy|new|regarding|order|an?)$/u;
/** In lower case within names that have capitals. */
export const PARTICLE = /^(?:al|el|bin|bint|ibn|abu|umm|van|von|der|den|de|da|di|dos|du|la|le)(?![\p{L}])/u;
const WITH = '(?:incl?\\.?|including|inclusive(?:\\sof)?|with|after)\\s(?:\\d{1,2}%\\s)?';
const UNTAXED = '(?:(?:before|excl?\\.?|excluding|without|w/o)\\s(?:vat|tax))';
const NOT_ALL = `${UNTAXED}|sub-?\\s?total|paid|received|refund(?:ed)?|discount|less|off|(?<!${WITH})(?:vat|tax)|(?:ال)?مدفوع|(?:ال)?خصم|الضريبة|ضريبة`;
const MAY_BE_ALL = 'deposit|advance|down\\s?payment|instal?lment|عربون|دفعة';
const STILL_DUE =
  'due|balance|remaining|remainder|outstanding|owing|payable|to\\sbe\\spaid|left\\sto\\spay|left|(?:ال)?متبقي|(?:ال)?باقي|(?:ال)?مستحق|المطلوب';
const ALL = 'total|gross|المجموع|مجموع|(?:ال)?[إا]جمالي';
const wordOf = (some: string) => new RegExp(`(?<!\\p{L})(?:${some})(?!\\p{L})`, 'iu');
/**
 * What a label says of the number beside it, in this order. `part`: no more than a part, such as a subtotal, a discount or what is
 * paid; `share`: a deposit, which may be what is asked for.
 */
export const SAYS = {
  part: wordOf(NOT_ALL),
  due: wordOf(STILL_DUE),
  total: wordOf(ALL),
  share: wordOf(MAY_BE_ALL),
};
export const KINDS_OF_LABEL = Object.keys(SAYS) as (keyof typeof SAYS)[];

const OF_LABEL = `(?:${NOT_ALL}|${STILL_DUE}|${ALL}|grand|net|amount|amt|price|bill|invoice|order|payment|to\\spay|الكلي|المبلغ|مبلغ)`;
const LABEL_WORDS = `(${OF_LABEL}(?:\\s${OF_LABEL}){0,4}|${MAY_BE_ALL})`;
export const LABEL_BEFORE = new RegExp(
  `${EDGE_BEFORE}${LABEL_WORDS}(?:\\s?\\([^()\\n]{1,25}\\)|\\s${WITH}(?:vat|tax))?(?:\\s\\d{1,2}%)?(?:\\s(?:is|are|was|of))?(?:[^\\S\\n]|[:=|.–-]){0,6}(?:(?<=[:=]\\s{0,2})\\n\\s{0,3})?$`,
  'iu',
);
export const LABEL_AFTER = new RegExp(
  `^[^\\S\\n]{1,2}${LABEL_WORDS.replace('balance|', '')}${EDGE_AFTER}(?!(?:[^\\S\\n]|[:=|.–-]){0,6}(?:(?:aed|d[hr]s?|درهم)\\.?\\s?)?\\d)`,
  'iu',
);

export const IS_PAID = /paid|received|مدفوع/iu;

/** The price of one: `each`, `per night`; `per month` says nothing of how many. */
export const RATE_AFTER =
  /^\s{0,2}(?:each|ea|pp|apiece|per\s(?!(?:month|year|annum|week|term|quarter)(?!\p{L}))\p{L}+|للحبة|الحبة|لكل\s\p{L}+)(?!\p{L})/iu;
const TWO_OR_MORE = '(?:[2-9]|[1-9]\\d{1,2})';
export const PRICE = '\u00A4';
/** A count of two or more in the line of a price: `x2`, `2 x`, `3 حبة`, or tied to it by a word: `2 abayas at 350`. */
export const TIED = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:[x×*]\\s?${TWO_OR_MORE}|${TWO_OR_MORE}\\s?(?:[x×*]|حبة|حبات))(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}.,])${TWO_OR_MORE}(?![\\p{N}.,:%])[^${PRICE}]*\\s(?:[x×*@]|at)\\s{1,2}${PRICE}`,
  'iu',
);
export const QUANTITY = new RegExp(
  `${EDGE_BEFORE}(?:qty|quantity|الكمية)\\W{1,3}${TWO_OR_MORE}(?!\\d)`,
  'iu',
);
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
  '\\n[^\\S\\n]*\\p{L}[\\p{L} ]{1,30}:[^\\S\\n]',
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
  /^(?:rent|rental|deposit|fees?|delivery|shipping|installments?|instalments?|balance|advance|subscription|membership|tuition|classes|lessons?|sessions?|course|appointment|booking|reservation|order|repairs?|maintenance|cleaning|laundry|service|services|cakes?|bouquet|gift|dinner|lunch|breakfast|catering|salary|bill|invoice|visit|treatment|haircut|facial|massage|tickets?|room|night|nights|parking|fine|dewa|chiller|إيجار|ايجار|توصيل|عربون|دفعة)$/iu;
/** Part of a purpose, but not a purpose alone. */
export const PURPOSE_TOO =
  /^(?:of|the|and|&|monthly|weekly|yearly|annual|first|second|last|half|full|final|part|remaining|birthday|wedding|hotel|school|home|car)$/iu;

/** Before a number that is not an amount: `unit 12`, `invoice 77`. */
export const NUMBERED_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:unit|room|flat|apt|apartment|villa|office|shop|suite|floor|building|bldg|block|plot|gate|table|seat|house|no|nr|number|invoice|inv|order|ref|receipt|ticket|bill|lot|day|week|month|year|age|grade|class|level|size|ext|q|(?:total\s)?(?:items?|pcs|pieces|qty|quantity|pax|guests|nights|persons|people|adults|kids)\s?:|total\s(?:items|pcs|pieces|qty|guests|nights))\.?(?:\s(?:no|nr|number)\.?)?\s*|#\s*|[:/-])$/iu;

/** What the words of a date stand for; Arabic without hamzas. `<last` is said after its word, as in Arabic. */
const VOCABULARY: Record<string, string> = {
  '': 'the on in of for during',
  today: 'today اليوم',
  yesterday: 'yesterday امس البارحه',
  'day before': 'اول',
  before: 'before',
  ago: 'ago',
  back: 'قبل',
  since: 'since from منذ من',
  between: 'between بين',
  to: 'to until till til through thru and الي حتي و',
  this: 'this current هذا هذه',
  last: 'last previous prev',
  past: 'past اخر',
  '<this': 'الحالي الحاليه الجاري الجاريه',
  '<last': 'الماضي الماضيه السابق السابقه الفايت',
  hour: 'h hr hrs hour hours ساعه ساعات',
  day: 'd day days يوم يوما ايام',
  week: 'w wk wks week weeks اسبوع الاسبوع اسابيع',
  month: 'month months شهر الشهر اشهر شهور',
  quarter: 'quarter quarters ربع الربع',
  year: 'yr yrs year years سنه السنه سنوات عام العام',
  '2 day': 'يومين',
  '2 week': 'اسبوعين',
  '2 month': 'شهرين',
  weekend: 'weekend',
  'so-far-week': 'wtd',
  'so-far-month': 'mtd',
  'so-far-quarter': 'qtd',
  'so-far-year': 'ytd',
  // The one common short form that the full name does not begin with.
  w2: 'weds',
};

const numbered = (mark: string, first: number, names: string): [word: string, token: string][] =>
  names.split(' ').map((name, index) => [name, `${mark}${index + first}`]);

/** From three letters up: `oct`, `sept`, `octob`. */
const NAMES = [
  ...numbered(
    'm',
    1,
    'january february march april may june july august september october november december',
  ),
  ...numbered('w', 0, 'monday tuesday wednesday thursday friday saturday sunday'),
];

const TOKENS = new Map([
  ...Object.entries(VOCABULARY).flatMap(([token, words]) =>
    words.split(' ').map((word) => [word, token] as const),
  ),
  ...numbered('#', 1, 'one two three four five six seven eight nine ten eleven twelve'),
  ...numbered('m', 1, 'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر'),
  ...numbered('w', 0, 'الاثنين الثلاثاء الاربعاء الخميس الجمعه السبت الاحد'),
]);

const tokenOf = (word: string): string | undefined =>
  TOKENS.get(word.replace(/[أإآ]/g, 'ا').replaceAll('ى', 'ي').replaceAll('ة', 'ه')) ??
  (word.length < 3 ? undefined : NAMES.find(([name]) => name.startsWith(word))?.[1]);

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const PART_OF_YEAR = `${MONTH}|q[1-4]|h[12]`;

const clock = (hour: number, minute = '00', second = '00'): string =>
  hour > 23 || Number(minute) > 59 || Number(second) > 59
    ? '?'
    : `t${String(hour).padStart(2, '0')}:${minute}:${second}`;

const written = (year = '', month = '', day = ''): string =>
  `${month}/${day} y${year.length === 2 ? `20${year}` : year}`;

/**
 * `10/15` is a day of any year, `7+3` three months from July, `y2025` a year, `w0` a Monday, `#7` a number word. Order matters:
 * a longer text can begin like a shorter one. Numbers are day first, as in the UAE and Europe.
 */
const TEXTS: [RegExp, (match: string[]) => string][] = [
  [/(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:t(?=\d\d:))?/y, ([, y, , m, d]) => written(y, m, d)],
  [/(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/y, ([, d, , m, y]) => written(y, m, d)],
  // Must not take the end of one date and the start of the next, as in "1 Oct 2025-15 Nov 2025".
  [
    new RegExp(`(\\d{4})[-/](\\d{1,2})(?!\\d|st|nd|rd|th| ?${MONTH}|[./]\\d)`, 'y'),
    ([, y, m]) => `${m}+1 y${y}`,
  ],
  [/(\d{1,2})[/.](\d{4})(?!\d)/y, ([, m, y]) => `${m}+1 y${y}`],
  [/(\d{1,2})([/.])(\d{1,2})(?!\d)\.?/y, ([, d, , m]) => `${m}/${d}`],
  [
    /(1[0-2]|0?[1-9])(?::(\d\d)(?::(\d\d))?)? ?([ap])m(?![a-z])/y,
    ([, h, m, s, half]) => clock((Number(h) % 12) + (half === 'p' ? 12 : 0), m, s),
  ],
  [/(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])/y, ([, h, m, s]) => clock(Number(h), m, s)],
  // Any other year is a typo.
  [/(\d{4})(?!\d)/y, ([, y = '']) => (y.startsWith('20') ? `y${y}` : '?')],
  [/(\d{1,3})(?:st|nd|rd|th)?(?!\d)(?:\.(?!\.))?/y, ([, n]) => String(Number(n))],
  [/q([1-4])(?![a-z\d])/y, ([, q]) => `${Number(q) * 3 - 2}+3`],
  [/h([12])(?![a-z\d])/y, ([, h]) => `${Number(h) * 6 - 5}+6`],
  [/([a-z]+|و(?=\d)|[ء-ي]+)(?:\.(?!\.))?/y, ([, word = '']) => tokenOf(word) ?? '?'],
  [/(?:-+>?|>|\.{2,}|\/|→)/y, () => 'to'],
  [/ /y, () => ''],
  [/\d+|./sy, () => '?'],
];

/** The text as tokens with a space between them. */
export const readDateTokens = (line: string): string => {
  const tokens: string[] = [];
  for (let at = 0; at < line.length; ) {
    for (const [text, build] of TEXTS) {
      text.lastIndex = at;
      const match = text.exec(line);
      if (!match) continue;
      tokens.push(build(match));
      at = text.lastIndex;
      break;
    }
  }
  return tokens
    .filter(Boolean)
    .join(' ')
    .replace(/(?<!\S)(?:(\d+) m(\d+)|m(\d+) (\d+))(?!\S)/g, (_, d, m, m2, d2) => `${m ?? m2}-${d ?? d2}`)
    .replace(/(?<!\S)m(\d+)/g, '$1+1')
    .replace(/(\S+) <(last|this)/g, '$2 $1');
};

const TO_DATE = /\b(?:this )?(week|month|quarter|year)[ -]to[ -]date\b/g;
/** A dash or slash inside one date: 15-Oct-2025, Oct/2025, Q3 - 2025, 2025-Q3. */
const WRITTEN = new RegExp(`\\b(\\d{1,2})([-/])(${MONTH})\\2(?:20)?(\\d{2})\\b`, 'g');
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})[-/](${MONTH})\\b`, 'g');
const PART_YEAR = new RegExp(`\\b(${PART_OF_YEAR}) ?[-/] ?(\\d{4})\\b(?![-/.]\\d)`, 'g');
const YEAR_PART = new RegExp(`^(\\d{4}) ?[-/] ?(${PART_OF_YEAR})\\b(?! ?[-/]? ?\\d)`);
/** "The day Monday", "the month October", as one says in Arabic. */
const NAMED =
  /(?:يوم|شهر) (?=ال(?:[اإ]ث|[اأ]ح|ثل|[اأ]ر|خم|جم|سب)|ينا|فبر|مار|[اأ]بر|ماي|يون|يول|[اأ]غس|سبت|[اأ]كت|نوف|ديس)/g;

/** In lower case with Latin digits and one kind of dash, without invisible marks and vowel signs. */
export const toDateText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\p{Cf}\u0640\u064B-\u0652]/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s,;،]+/gu, ' ')
    .trim()
    .replace(TO_DATE, (_, unit: string) => `${unit[0]}td`)
    .replace(WRITTEN, '$1 $3 20$4')
    .replace(DAY_MONTH, '$1 $2')
    .replace(PART_YEAR, '$1 $2')
    .replace(YEAR_PART, '$2 $1')
    .replace(NAMED, '');

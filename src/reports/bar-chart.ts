import { createRequire } from 'node:module';

interface AxisScale {
  /** Fils, from lowest to highest. One of them is always 0; if every value is 0, it is the only one. */
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round ticks that cover all values and zero, in about `intervals` steps. */
export const buildAxisScale = (values: readonly number[], intervals: number): AxisScale => {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return { ticks: [0] };
  const step = roundStep((high - low) / intervals);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return { ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step) };
};

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough) ?? 10) * power;
}

const UNITS: [number, string][] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** Integer fils in short form for axes: `950`, `12.5k`, `1.25M`. Only three digits, so not for sums. */
export const shortAmount = (fils: number): string => {
  const amount = Number((Math.abs(fils) / 100).toPrecision(3));
  const [size, letter] = UNITS.find(([unit]) => amount >= unit) ?? [1, ''];
  return `${fils < 0 && amount > 0 ? '−' : ''}${Number((amount / size).toPrecision(3))}${letter}`;
};

/** Roughly the mean width of a letter in the font, in ems: good enough to leave room, not to set type. */
const LETTER = 0.54;
const LEAST_SIZE = 34;

const measureText = (text: string, size: number): number => text.length * size * LETTER;

/** Shrinks the letters of a long line; if that is not enough, cuts the line off with an ellipsis. */
export const fitText = (text: string, size: number, room: number): { text: string; size: number } => {
  const fitted = Math.max(LEAST_SIZE, Math.min(size, Math.floor(room / (text.length * LETTER || 1))));
  const most = Math.floor(room / (fitted * LETTER));
  return { text: text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text, size: fitted };
};

/** Also drops characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export interface BarChart {
  title: string;
  /** A second, smaller line: the range and the sum. */
  subtitle?: string;
  /** Integer fils; below zero the bar hangs down. */
  bars: readonly { label: string; fils: number }[];
}

/** Slack shows the picture about 360 points wide on a phone, so a letter of 36 here has 11 points there. */
export const CHART_WIDTH = 1_200;
export const CHART_HEIGHT = 800;
const FONT_FAMILY = 'PT Sans';

/** A light card of its own, so it reads the same on Slack's light and dark themes. */
export const CHART_COLOURS = {
  card: '#ffffff',
  edge: '#c9d1d9',
  ink: '#1b1f24',
  faint: '#57606a',
  grid: '#e1e5ea',
  bar: '#0b7a75',
  below: '#c2410c',
} as const;

const PADDING = 48;
const LABEL_SIZE = 36;
const PLOT_TOP = 228;
const PLOT_BOTTOM = CHART_HEIGHT - 96;
const MOST_VALUES = 8;
const MOST_BAR_WIDTH = 160;
const INTERVALS = 4;
/** A bar of one fils must stay visible next to one of a million. */
const LEAST_HEIGHT = 4;

export const buildBarChartSvg = ({ title, subtitle, bars }: BarChart): string => {
  const scale = buildAxisScale(
    bars.map(({ fils }) => fils),
    INTERVALS,
  );
  const isEmpty = bars.every(({ fils }) => fils === 0);
  const gutter = Math.max(...scale.ticks.map((tick) => measureText(shortAmount(tick), LABEL_SIZE)));
  const place = placeOn(scale, PADDING + gutter + 16, bars.length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART_WIDTH}" height="${CHART_HEIGHT}" font-family="${FONT_FAMILY}">`,
    `<rect x="1.5" y="1.5" width="${CHART_WIDTH - 3}" height="${CHART_HEIGHT - 3}" rx="28" fill="${CHART_COLOURS.card}" stroke="${CHART_COLOURS.edge}" stroke-width="3"/>`,
    buildLine(title, 92, 54, `font-weight="700" fill="${CHART_COLOURS.ink}"`),
    subtitle === undefined ? '' : buildLine(subtitle, 152, 40, `fill="${CHART_COLOURS.faint}"`),
    ...scale.ticks.map((tick) => buildTick(tick, place)),
    ...bars.map(({ fils }, index) => buildBar(fils, index, place)),
    ...buildLabels(bars, place),
    isEmpty ? label('No amounts in this range', CHART_WIDTH / 2, (PLOT_TOP + PLOT_BOTTOM) / 2, 'middle') : '',
    '</svg>',
  ].join('');
};

interface Place {
  left: number;
  slot: number;
  y: (fils: number) => number;
}

function placeOn({ ticks }: AxisScale, left: number, count: number): Place {
  const low = ticks[0] ?? 0;
  const high = Math.max(ticks.at(-1) ?? low, ticks.length > 1 ? low : low + 1);
  return {
    left,
    slot: (CHART_WIDTH - PADDING - left) / Math.max(1, count),
    y: (fils) => PLOT_BOTTOM - ((fils - low) / (high - low)) * (PLOT_BOTTOM - PLOT_TOP),
  };
}

function buildLine(line: string, y: number, size: number, attributes: string): string {
  const { text, size: fitted } = fitText(line, size, CHART_WIDTH - 2 * PADDING);
  return `<text x="${PADDING}" y="${y}" font-size="${fitted}" ${attributes}>${escapeXml(text)}</text>`;
}

function buildTick(tick: number, { left, y }: Place): string {
  const isZero = Math.abs(tick) < 1e-6;
  const stroke = isZero
    ? `stroke="${CHART_COLOURS.faint}" stroke-width="3"`
    : `stroke="${CHART_COLOURS.grid}" stroke-width="2"`;
  return [
    `<line x1="${left}" x2="${CHART_WIDTH - PADDING}" y1="${round(y(tick))}" y2="${round(y(tick))}" ${stroke}/>`,
    label(shortAmount(tick), left - 14, y(tick) + LABEL_SIZE / 3, 'end'),
  ].join('');
}

function buildBar(fils: number, index: number, { left, slot, y }: Place): string {
  if (fils === 0) return '';
  const width = Math.min(slot * 0.72, MOST_BAR_WIDTH);
  const height = Math.max(LEAST_HEIGHT, Math.abs(y(fils) - y(0)));
  const top = fils > 0 ? y(0) - height : y(0);
  const x = left + index * slot + (slot - width) / 2;
  return `<rect x="${round(x)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="${fils > 0 ? CHART_COLOURS.bar : CHART_COLOURS.below}"/>`;
}

/**
 * Labels as many bars as there is room for. With few bars each one gets its amount; otherwise only the highest does.
 */
function buildLabels(bars: BarChart['bars'], place: Place): string[] {
  const widest = Math.max(0, ...bars.map((bar) => measureText(bar.label, LABEL_SIZE)));
  const every = Math.ceil((widest + 20) / place.slot);
  const highest = Math.max(...bars.map(({ fils }) => Math.abs(fils)));
  const peak = bars.findIndex(({ fils }) => Math.abs(fils) === highest);
  return bars.flatMap(({ label: name, fils }, index) => {
    const x = place.left + (index + 0.5) * place.slot;
    const amount = shortAmount(fils);
    const isShown = fils !== 0 && (bars.length <= MOST_VALUES || index === peak);
    const amountY = fils > 0 ? place.y(fils) - 14 : place.y(fils) + LABEL_SIZE;
    return [
      index % every === 0 ? label(name, keepInside(x, name), CHART_HEIGHT - 40, 'middle') : '',
      isShown
        ? label(
            amount,
            keepInside(x, amount),
            amountY,
            'middle',
            `font-weight="700" fill="${CHART_COLOURS.ink}"`,
          )
        : '',
    ];
  });
}

function keepInside(x: number, text: string): number {
  const half = measureText(text, LABEL_SIZE) / 2;
  return Math.min(Math.max(x, PADDING / 2 + half), CHART_WIDTH - PADDING / 2 - half);
}

function label(
  text: string,
  x: number,
  y: number,
  anchor: 'middle' | 'end',
  attributes = `fill="${CHART_COLOURS.faint}"`,
): string {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${LABEL_SIZE}" text-anchor="${anchor}" ${attributes}>${escapeXml(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The machine's own fonts are not used: servers have none, and a picture should look the same everywhere. */
const FONT_FILES = [
  '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf',
  '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf',
];

/** A PNG of 1200 × 800 with round, transparent corners. Drawn off the event loop. */
export const renderBarChart = async (chart: BarChart): Promise<Buffer> => {
  // Loaded on first use: the app does not need the picture library to start.
  const { renderAsync } = await import('@resvg/resvg-js');
  const require = createRequire(import.meta.url);
  const picture = await renderAsync(buildBarChartSvg(chart), {
    font: {
      fontFiles: FONT_FILES.map((file) => require.resolve(file)),
      loadSystemFonts: false,
      defaultFontFamily: FONT_FAMILY,
    },
  });
  return picture.asPng();
};

import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readList, readNumber, readRecord, readRecords, readText } from './read-json.ts';

interface Bar {
  label: string;
  value: number;
}

const LIMIT = 60;
const ROW = 26;
const NAME_WIDTH = 130;
const WIDTH = 480;
const BAR_WIDTH = 260;

const readBar = (point: unknown, category: unknown, series: string): Bar => {
  const record = readRecord(point);
  const label = readText(record['label']) || readText(category);
  return {
    label: [series, label].filter(Boolean).join(' · '),
    value: readNumber(point) ?? readNumber(record['value']) ?? 0,
  };
};

const readBars = (chart: JsonRecord): Bar[] => {
  const categories = readList(readRecord(chart['axis_config'])['categories']);
  const series = readRecords(chart['series']);
  const bars = [
    ...readRecords(chart['segments']).map((segment) => readBar(segment, '', '')),
    ...series.flatMap((one) =>
      readList(one['data']).map((point, index) =>
        readBar(point, categories[index], series.length > 1 ? readText(one['name']) : ''),
      ),
    ),
  ];
  return bars.slice(0, LIMIT);
};

/** Every kind of chart as bars: enough to check the numbers. */
export const renderChart = (block: JsonRecord): string => {
  const title = readText(block['title']);
  const bars = readBars(readRecord(block['chart']));
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  const rows = bars.map(({ label, value }, index) => {
    const y = index * ROW;
    const width = Math.round((Math.abs(value) / most) * BAR_WIDTH);
    return [
      `<text${buildAttributes({ x: NAME_WIDTH - 8, y: y + 17, 'text-anchor': 'end' })}>${escapeHtml(label)}</text>`,
      `<rect${buildAttributes({ x: NAME_WIDTH, y: y + 4, width, height: ROW - 8, rx: 3 })}></rect>`,
      `<text${buildAttributes({ x: NAME_WIDTH + width + 6, y: y + 17 })}>${escapeHtml(String(value))}</text>`,
    ].join('');
  });
  const height = Math.max(ROW, bars.length * ROW);
  return `<figure class="block chart"><figcaption>${escapeHtml(title)}</figcaption><svg${buildAttributes({ viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': title })}>${rows.join('')}</svg></figure>`;
};

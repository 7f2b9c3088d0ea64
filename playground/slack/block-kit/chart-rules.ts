import { limits } from '../../../src/blocks/limits.ts';
import { readList, readRecord, readText } from '../parse-json.ts';
import { list, number, type ObjectRule, object, oneOf, string, typed } from './rule.ts';

const { charts } = limits;

const label = string({ min: 1, max: charts.label });

const series = object({
  'name!': label,
  'data!': list(object({ 'label!': label, 'value!': number }), { min: 1, max: charts.points }),
});

const axisConfig = object({
  'categories!': list(label, { min: 1, max: charts.points }),
  x_label: string({ max: charts.axisLabel }),
  y_label: string({ max: charts.axisLabel }),
});

/** Every series has a point for each category, and no two series have one name. */
const meets = (chart: Record<string, unknown>) => {
  const all = readList(chart['series']).map(readRecord);
  const categories = readList(readRecord(chart['axis_config'])['categories']).map(readText);
  const names = all.map((one) => readText(one['name']));
  return [
    ...(new Set(categories).size < categories.length
      ? [{ tail: '/axis_config/categories', message: 'must be unique' }]
      : []),
    ...(new Set(names).size < names.length ? [{ tail: '/series', message: 'must have unique names' }] : []),
    ...all.flatMap((one, index) => {
      const labels = readList(one['data']).map((point) => readText(readRecord(point)['label']));
      const isWhole =
        labels.length === categories.length && labels.every((word) => categories.includes(word));
      return isWhole
        ? []
        : [{ tail: `/series/${index}/data`, message: 'must have a point for each category' }];
    }),
  ];
};

const seriesChart = (type: string): ObjectRule =>
  object(
    {
      'type!': oneOf(type),
      'series!': list(series, { min: 1, max: charts.series }),
      'axis_config!': axisConfig,
    },
    { also: meets },
  );

const pie = object({
  'type!': oneOf('pie'),
  'segments!': list(object({ 'label!': label, 'value!': number }), { min: 1, max: charts.segments }),
});

export const dataVisualization: ObjectRule = object(
  {
    'type!': oneOf('data_visualization'),
    block_id: string({ min: 1, max: limits.id.blockId }),
    'title!': string({ min: 1, max: charts.title }),
    'chart!': typed({
      bar: seriesChart('bar'),
      line: seriesChart('line'),
      area: seriesChart('area'),
      pie,
    }),
  },
  { surfaces: ['message'] },
);

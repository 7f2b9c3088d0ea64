import { drawSample } from '../delivery/pictures/draw-qr.ts';
import { renderBarChart } from '../reports/bar-chart.ts';
import { describeChart } from '../reports/chart-view.ts';
import { CHART } from './catalogue/reports.ts';
import type { UploadableFile } from './stage.ts';

export const drawQr = async (): Promise<UploadableFile> => {
  return {
    bytes: await drawSample(),
    name: 'rehearsal-qr.png',
    title: 'QR code',
    altText: 'QR code of the payment link',
  };
};

export const drawChart = async (): Promise<UploadableFile> => ({
  bytes: await renderBarChart({ title: CHART.title, subtitle: CHART.range, bars: CHART.bars }),
  name: 'rehearsal-chart.png',
  title: 'Chart',
  altText: describeChart(CHART).slice(0, 1_000),
});

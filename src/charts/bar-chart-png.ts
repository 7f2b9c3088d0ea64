import { createRequire } from 'node:module';
import { type BarChart, buildBarChartSvg, FONT_FAMILY } from './bar-chart-svg.ts';

/** The machine's own fonts are not used: a server has none, and a picture should be the same everywhere. */
const FONT_FILES = [
  '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf',
  '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf',
];

/** A PNG of 1200 × 800 with round, transparent corners. Drawn beside the event loop. */
export const renderBarChart = async (chart: BarChart): Promise<Buffer> => {
  // Loaded at the first use: the picture library is not needed to start.
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

import type { Batch } from '../store/batch.ts';
import { formatAed } from './money-and-time.ts';
import { cut, escapeMrkdwn, groupNumber } from './text.ts';

/** `300 links for AED 45,000.00 (parents.csv)`, safe in mrkdwn. */
export const describeBatch = ({
  rows,
  sumFils,
  fileName,
}: Pick<Batch, 'rows' | 'sumFils' | 'fileName'>): string =>
  `${groupNumber(rows)} ${rows === 1 ? 'link' : 'links'} for ${formatAed(sumFils)} (${escapeMrkdwn(cut(fileName, 80))})`;

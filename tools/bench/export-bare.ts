import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox/check-caller.ts';
import { TIME_ZONE, wholeSpan } from './export-place.ts';

const SIZE = 100;

interface Answer {
  response: { content: unknown[]; totalElements: number };
}

/** One call of a listing with undici and nothing else. */
export const listBarely = async (port: number, { page, size }: { page: number; size: number }) => {
  const { from, to } = wholeSpan();
  const text = (instant: number) => encodeURI(formatLocalDateTime(instant, TIME_ZONE));
  const query = `page=${page}&size=${size}`;
  const { apiKey, accountId, secretKey } = SANDBOX_CREDENTIALS;
  const { body } = await request(
    `http://127.0.0.1:${port}/api/transactions-history/${text(from)}/${text(to)}?${query}`,
    {
      headers: {
        apiKey,
        accountId,
        'X-HMAC-Signature': createHmac('sha256', secretKey).update(query).digest('hex'),
        'Time-Zone': TIME_ZONE,
      },
    },
  );
  return (await body.json()) as Answer;
};

/** The baseline: every page, one after the other, and the rows thrown away. */
export const readBarely = async (port: number): Promise<number> => {
  for (let page = 0, rows = 0; ; page += 1) {
    const { response } = await listBarely(port, { page, size: SIZE });
    rows += response.content.length;
    if (rows >= response.totalElements) return rows;
  }
};

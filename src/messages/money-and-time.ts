import { formatFils } from '../payment-service/aed-amount.ts';

/** `AED 1,250.00`, the one way this app writes an amount. */
export const formatAed = (fils: number): string => {
  const [dirhams = '0', decimals = '00'] = formatFils(fils).split('.');
  return `AED ${dirhams.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

/** `21 Dec 2026, 14:30 (Dubai)`: the merchant's own day, whatever zone the reader sits in. */
export const formatInstant = (ms: number, timeZone: string): string => {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(ms);
  return `${text} (${timeZone.split('/').at(-1)?.replaceAll('_', ' ')})`;
};

/** Slack shows the reader's own zone and language; the fallback carries the merchant's. */
export const slackDate = (ms: number, timeZone: string): string =>
  `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} at {time}|${formatInstant(ms, timeZone)}>`;

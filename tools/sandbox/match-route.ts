export const OPERATIONS = [
  'generate',
  'business',
  'links',
  'link',
  'transactions',
  'transaction',
  'payouts',
  'payout',
] as const;

export type Operation = (typeof OPERATIONS)[number];

export interface Route {
  operation: Operation;
  method: 'GET' | 'POST';
  /** The decoded id, or the two dates. */
  values: string[];
}

interface RoutePattern {
  operation: Operation;
  method: 'GET' | 'POST';
  fixed: string;
  values: number;
}

/** The path prefix of the service's base address. */
export const API_PREFIX = '/api';

const PATTERNS: readonly RoutePattern[] = [
  { operation: 'generate', method: 'POST', fixed: '/payment-link/generate', values: 0 },
  { operation: 'business', method: 'GET', fixed: '/business-details', values: 0 },
  { operation: 'link', method: 'GET', fixed: '/payment-link/get', values: 1 },
  { operation: 'links', method: 'GET', fixed: '/payment-link/get', values: 2 },
  { operation: 'payout', method: 'GET', fixed: '/get-payout-summary', values: 1 },
  { operation: 'payouts', method: 'GET', fixed: '/get-payout-summary', values: 2 },
  { operation: 'transaction', method: 'GET', fixed: '/transactions-history', values: 1 },
  { operation: 'transactions', method: 'GET', fixed: '/transactions-history', values: 2 },
];

/** `path` as sent, with the prefix. `undefined`: no such path. */
export const matchRoute = (path: string): Route | undefined => {
  for (const { operation, method, fixed, values } of PATTERNS) {
    const start = API_PREFIX + fixed;
    if (values === 0 && path === start) return { operation, method, values: [] };
    if (values === 0 || !path.startsWith(`${start}/`)) continue;
    const segments = path.slice(start.length + 1).split('/');
    const decoded = segments.map(decodeSegment);
    if (decoded.length === values && decoded.every(isFilled)) return { operation, method, values: decoded };
  }
  return undefined;
};

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isFilled(segment: string | undefined): segment is string {
  return segment !== undefined && segment !== '';
}

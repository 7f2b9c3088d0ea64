import type { SignatureEncoding, SignatureGet } from './signature.ts';

export interface PaymentServiceSettings {
  /** The service's `{base_url}`, with its path prefix if it has one. `http` or `https`, no query. */
  baseUrl: string;
  apiKey: string;
  accountId: string;
  secretKey: string;
  /** IANA name, sent as `Time-Zone`. */
  timeZone: string;
  userAgent: string;
  signatureEncoding: SignatureEncoding;
  signatureGet: SignatureGet;
  paths: PaymentServicePaths;
}

/** Templates below `baseUrl`. They may carry a query; `page` and `size` are added to it. */
export interface PaymentServicePaths {
  /** With `{fromDate}` and `{toDate}`. */
  transactions: string;
  payouts: string;
  links: string;
  /** With `{id}`; empty: look-ups are off. */
  link: string;
  transaction: string;
}

/** As the interface documents them, or what we assume where it is silent. An account can differ. */
export const DOCUMENTED_SETTINGS = {
  signatureEncoding: 'hex',
  signatureGet: 'query',
  paths: {
    transactions: '/transactions-history/{fromDate}/{toDate}',
    payouts: '/get-payout-summary/{fromDate}/{toDate}',
    links: '/payment-link/get/{fromDate}/{toDate}',
    link: '/payment-link/get/{id}',
    transaction: '/transactions-history/{id}',
  },
} as const satisfies Partial<PaymentServiceSettings>;

const HEADER_SETTINGS = ['apiKey', 'accountId', 'timeZone', 'userAgent'] as const;

/** Where the service is: `origin` to connect to, `prefix` to put before every path (no trailing slash). */
interface ServiceAddress {
  origin: string;
  prefix: string;
}

/**
 * Returns where to send requests. Throws `TypeError` if the settings make that impossible; it names every faulty
 * setting, never its value.
 */
export function parseServiceAddress(settings: PaymentServiceSettings): ServiceAddress {
  const faults: string[] = [];
  const url = URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl) : null;
  if (!url || !/^https?:/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    faults.push('baseUrl must be an http or https address without credentials, query or fragment');
  }
  for (const name of HEADER_SETTINGS) {
    if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(settings[name])) {
      faults.push(`${name} must be printable ASCII that fits in a header`);
    }
  }
  if (settings.secretKey === '') faults.push('secretKey must not be empty');
  for (const [name, documented] of Object.entries(DOCUMENTED_SETTINGS.paths)) {
    const template = settings.paths[name as keyof PaymentServicePaths];
    const placeholders = documented.match(/\{\w+\}/g) ?? [];
    if (template === '' && placeholders[0] === '{id}') continue;
    if (!/^\/[\x21-\x7e]*$/.test(template) || template.includes('#')) {
      faults.push(`paths.${name} must start with a slash and hold only printable ASCII`);
    }
    for (const placeholder of placeholders) {
      if (!template.includes(placeholder)) faults.push(`paths.${name} must contain ${placeholder}`);
    }
  }
  if (faults.length > 0 || !url) throw new TypeError(`Payment service settings: ${faults.join('; ')}`);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Identify a merchant to the service: the three headers of every request (interface, "Authentication"). */
export interface PaymentCredentials {
  apiKey: string;
  accountId: string;
  secretKey: string;
}

import {
  type JsonRecord,
  readNumber,
  readRecord,
  readRecords,
  readText,
} from '../../../packages/local-slack/src/page/read-json.ts';

export interface DeskLink {
  orderId: string;
  invoiceId: string;
  name: string;
  notes: string;
  amountFils: number;
  status: string;
  paymentLink: string;
  /** The app asked to be called back. */
  isCalledBack: boolean;
}

export interface DeskCallback {
  orderId: string;
  cause: string;
  outcome: string;
  said: string;
  /** One per attempt; null: no answer. */
  statuses: (number | null)[];
}

export interface Desk {
  links: DeskLink[];
  callbacks: DeskCallback[];
  dropsCallbacks: boolean;
  shape: JsonRecord;
}

/** Parses the sandbox's latest links and callbacks. */
export const parseDesk = (given: unknown): Desk => {
  const desk = readRecord(given);
  return {
    links: readRecords(desk['links']).map((link) => ({
      orderId: readText(link['orderId']),
      invoiceId: readText(link['invoiceId']),
      name: readText(link['name']),
      notes: readText(link['notes']),
      amountFils: readNumber(link['amountFils']) ?? 0,
      status: readText(link['status']),
      paymentLink: readText(link['paymentLink']),
      isCalledBack: link['isCalledBack'] === true,
    })),
    callbacks: readRecords(desk['callbacks']).map((one) => ({
      orderId: readText(one['orderId']),
      cause: readText(one['cause']),
      outcome: readText(one['outcome']),
      said: one['said'] === null || one['said'] === undefined ? 'nothing' : String(one['said']),
      statuses: Array.isArray(one['statuses']) ? one['statuses'].map(readNumber) : [],
    })),
    dropsCallbacks: readRecord(desk['behaviour'])['drop'] === true,
    shape: readRecord(desk['shape']),
  };
};

/** What a browser accepts in a field for an amount; all of it is read by `parseAmount`. */
export const AMOUNT_PATTERN = String.raw`\s*(\d,*){1,9}(\.\d{1,2})?\s*`;

/** `1250` and `1,250.5` to fils; null if it is not an amount. */
export const parseAmount = (text: string): number | null => {
  const [, whole = '', decimals = ''] =
    /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(',', '').trim()) ?? [];
  return whole === '' ? null : Number(`${whole}${decimals.padEnd(2, '0')}`);
};

/** 125000 to `AED 1,250.00`. */
export const formatAmount = (fils: number): string => {
  const digits = String(fils).padStart(3, '0');
  return `AED ${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
};

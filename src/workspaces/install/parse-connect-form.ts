import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import { CONNECT_FIELDS } from './connect-fields.ts';

export type ConnectFaults = Partial<Record<keyof PaymentCredentials, string>>;

type ConnectForm =
  | { is: 'good'; credentials: PaymentCredentials }
  | { is: 'faulty'; faults: ConnectFaults; accountId: string };

const LONGEST = 500;
/** Two of the three values go into headers, and the third has the same characters. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Parses the form's body. Trims values, because copying often adds spaces. */
export const parseConnectForm = (body: string): ConnectForm => {
  const sent = new URLSearchParams(body);
  const read = (name: string) => (sent.get(name) ?? '').trim();
  const credentials = { apiKey: read('apiKey'), accountId: read('accountId'), secretKey: read('secretKey') };
  const faults: ConnectFaults = {};
  for (const { name, label } of CONNECT_FIELDS) {
    const fault = findFault(credentials[name], label);
    if (fault !== null) faults[name] = fault;
  }
  return Object.keys(faults).length === 0
    ? { is: 'good', credentials }
    : { is: 'faulty', faults, accountId: credentials.accountId.slice(0, LONGEST) };
};

function findFault(value: string, label: string): string | null {
  if (value === '') return `${label} is missing.`;
  if (value.length > LONGEST)
    return `${label} is longer than ${LONGEST} characters: something else was pasted.`;
  if (!PRINTABLE.test(value)) return `${label} holds characters that no key has. Copy it once more.`;
  return null;
}

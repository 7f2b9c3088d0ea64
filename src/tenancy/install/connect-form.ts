import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import {
  AuthenticationError,
  explainPaymentServiceError,
  type PaymentServiceError,
  PermissionError,
} from '../../payment-service/index.ts';
import { buildPageFrame, type Html, html } from './pages.ts';

interface ConnectField {
  name: keyof PaymentCredentials;
  label: string;
  hint: string;
  /** Never sent back to the browser. */
  isSecret: boolean;
}

/** In the order of the form. */
const CONNECT_FIELDS: readonly ConnectField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    hint: 'From the payment service’s dashboard.',
    isSecret: true,
  },
  {
    name: 'accountId',
    label: 'Account ID',
    hint: 'From the same dashboard.',
    isSecret: false,
  },
  {
    name: 'secretKey',
    label: 'Secret key',
    hint: 'Issued together with the API key.',
    isSecret: true,
  },
];

type ConnectFaults = Partial<Record<keyof PaymentCredentials, string>>;

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
  if (!PRINTABLE.test(value)) return `${label} holds characters that no key has. Copy it again.`;
  return null;
}

interface ConnectTrouble {
  what: string;
  next: string;
  reference: string | null;
}

export interface ConnectPageParts {
  /** As Slack wrote it. */
  workspaceName: string;
  /** The payment service is already connected; this form replaces the credentials. */
  isConnected: boolean;
  /** Shown again as typed. The secret fields never are. */
  accountId?: string;
  faults?: ConnectFaults;
  /** Why the payment service was not connected. */
  trouble?: ConnectTrouble;
  triesLeft?: number;
}

/** The private page for entering the payment service's credentials. */
export const buildConnectPage = (parts: ConnectPageParts): string => {
  const { workspaceName, isConnected, accountId = '', faults = {}, trouble } = parts;
  const firstFault = CONNECT_FIELDS.find(({ name }) => faults[name] !== undefined);
  return buildPageFrame({
    title: 'Connect the payment service',
    ...(trouble || firstFault ? { tabTitle: 'Not connected' } : {}),
    stepsDone: 1,
    body: html`${trouble ? buildTrouble(trouble, parts.triesLeft) : null}${
      firstFault
        ? html`<div class="note bad" role="alert"><p><strong>Nothing was sent.</strong> Correct what is marked below.</p></div>`
        : null
    }<p>Links made in the workspace <strong>${workspaceName}</strong> will be paid to the account entered here. Continue only if you look after that account.</p>
${
  isConnected
    ? html`<div class="note"><p><strong>Already connected.</strong> The current credentials stay until new ones are accepted.</p></div>`
    : null
}<form method="post" autocomplete="off" novalidate>
${CONNECT_FIELDS.map((field) =>
  buildField(field, {
    fault: faults[field.name],
    value: field.isSecret ? '' : accountId,
    hasFocus: field === firstFault,
  }),
)}
<p class="act"><button class="go" type="submit">Test and connect</button></p>
</form>
<p class="small">Saved encrypted, once the payment service has accepted them; deleted when Paylink is removed from Slack. This page closes after an hour. Don’t share its address.</p>`,
  });
};

function buildTrouble({ what, next, reference }: ConnectTrouble, triesLeft: number | undefined): Html {
  return html`<div class="note bad" role="alert"><p><strong>Not connected.</strong> ${what}</p><p>${next}</p>${
    triesLeft === undefined ? null : html`<p class="small">${countTries(triesLeft)}</p>`
  }${reference === null ? null : html`<p class="small">Reference <code>${reference}</code></p>`}</div>`;
}

function countTries(left: number): string {
  return left === 1 ? 'This page takes one more try.' : `This page takes ${left} more tries.`;
}

function buildField(
  { name, label, hint, isSecret }: ConnectField,
  { fault, value, hasFocus }: { fault: string | undefined; value: string; hasFocus: boolean },
): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
<input id="${name}" name="${name}" type="${isSecret ? 'password' : 'text'}" value="${value}" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${name}-hint${fault ? ` ${name}-fault` : ''}"${fault ? html` aria-invalid="true"` : null}${hasFocus ? html` autofocus` : null}>
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : null}</div>
`;
}

/** Tells the admin who just entered credentials why they were not accepted. */
export const explainTrial = (error: PaymentServiceError): ConnectTrouble => {
  const { what, next, reference } = explainPaymentServiceError(error);
  if (error instanceof AuthenticationError)
    return {
      what: 'The payment service did not accept these credentials.',
      next: 'Copy all three again, complete, and all from the same account. If they are right, the person who runs this app must check its signature settings.',
      reference,
    };
  if (error instanceof PermissionError)
    return {
      what: 'The payment service knows this key, but does not let it read the business details.',
      next: 'In the payment service’s dashboard, add this endpoint and this server’s IP address to the key’s allow lists. Then enter all three again.',
      reference,
    };
  return { what, next: `${next} Nothing was kept: all three have to be entered again.`, reference };
};

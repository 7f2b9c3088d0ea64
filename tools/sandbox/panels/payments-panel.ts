import { callSwitches } from '../../../packages/local-slack/src/page/api.ts';
import { buildAttributes, escapeHtml } from '../../../packages/local-slack/src/page/escape-html.ts';
import type { Panel } from '../../../packages/local-slack/src/page/extension.ts';
import { safeLink } from '../../../packages/local-slack/src/page/render-link.ts';
import {
  AMOUNT_PATTERN,
  type Desk,
  type DeskCallback,
  type DeskLink,
  formatAmount,
  parseAmount,
  parseDesk,
} from './payment-desk.ts';
import { findStyle, RECORD_STYLES } from './service-behaviours.ts';

const LOOKS: Record<string, string> = {
  PAID: 'state state-good',
  FAILED: 'state state-bad',
  EXPIRED: 'state state-bad',
  CANCELLED: 'state state-bad',
};

const isPayable = ({ status }: DeskLink): boolean => status === 'CREATED' || status === 'FAILED';
const wasPaid = ({ status }: DeskLink): boolean => status === 'PAID' || status === 'PARTIALLY_REFUNDED';

const button = (what: string, orderId: string, words: string, look = 'button button-small'): string =>
  `<button${buildAttributes({ type: 'button', class: look, 'data-pay-act': what, 'data-order': orderId, 'aria-label': `${words}, order ${orderId}` })}>${escapeHtml(words)}</button>`;

const renderMore = (link: DeskLink): string => {
  const { orderId } = link;
  const acts = [
    ...(isPayable(link)
      ? [
          button('pay-late', orderId, 'Pay (an hour ago)'),
          button('decline', orderId, 'Decline'),
          button('expire', orderId, 'Let expire'),
          button('cancel', orderId, 'Cancel'),
        ]
      : []),
    ...(wasPaid(link) ? [button('refund', orderId, 'Refund')] : []),
    ...(link.isCalledBack ? [button('forge', orderId, 'Forge “paid”')] : []),
  ];
  const other = isPayable(link)
    ? `<form class="pay-other"${buildAttributes({ 'data-pay-other': orderId })}><input${buildAttributes({ class: 'field-input', inputmode: 'decimal', placeholder: 'Other amount', required: true, pattern: AMOUNT_PATTERN, title: 'An amount looks like 1250 or 99.50.', 'aria-label': `Other amount for order ${orderId}`, 'data-own': true })}><button class="button button-small">Pay that</button></form>`
    : '';
  if (acts.length === 0 && other === '') return '';
  return `<details class="payment-more"><summary>More</summary>${other}<div class="payment-acts">${acts.join('')}</div></details>`;
};

const renderLink = (link: DeskLink): string => {
  const href = safeLink(link.paymentLink);
  const invoice = link.invoiceId ? ` · ${escapeHtml(link.invoiceId)}` : '';
  const order =
    href === null
      ? escapeHtml(link.orderId)
      : `<a${buildAttributes({ href, target: '_blank', rel: 'noopener' })}>${escapeHtml(link.orderId)}</a>`;
  return [
    `<li${buildAttributes({ class: 'payment', 'data-key': `p${link.orderId}`, 'data-testid': 'payment' })}>`,
    '<div class="payment-head">',
    `<span class="payment-words"><b>${escapeHtml(formatAmount(link.amountFils))}</b> ${escapeHtml(link.name)}<small>${order}${invoice} · ${escapeHtml(link.notes)}</small></span>`,
    `<span class="${LOOKS[link.status] ?? 'state'}">${escapeHtml(link.status.replaceAll('_', ' ').toLowerCase())}</span>`,
    isPayable(link) ? button('pay', link.orderId, 'Pay', 'button button-small button-primary') : '',
    '</div>',
    renderMore(link),
    '</li>',
  ].join('');
};

const renderCallback = ({ orderId, said, cause, outcome, statuses }: DeskCallback): string => {
  const answers = statuses.map((status) => status ?? 'no answer').join(', ');
  const look =
    outcome === 'delivered' ? 'state state-good' : outcome === 'pending' ? 'state' : 'state state-bad';
  return `<li class="callback"><span class="payment-words">${escapeHtml(said)}${cause === 'forged' ? ' · forged' : ''}<small>order ${escapeHtml(orderId)}${answers ? ` · answered ${escapeHtml(answers)}` : ''}</small></span><span class="${look}">${escapeHtml(outcome)}</span></li>`;
};

const renderBehaviour = ({ dropsCallbacks, shape }: Desk): string => {
  const drop = `<button${buildAttributes({ type: 'button', class: 'switch', role: 'switch', 'aria-checked': dropsCallbacks ? 'true' : 'false', 'data-drop': true })}><span class="switch-track" aria-hidden="true"></span><span><b>Callbacks get lost</b><small>nothing is sent</small></span></button>`;
  const now = findStyle(shape);
  const styles = [
    ...(now ? [] : ['<option value="" selected>set by hand</option>']),
    ...RECORD_STYLES.map(
      ({ id, words }) =>
        `<option${buildAttributes({ value: id, selected: id === now?.id })}>${escapeHtml(words)}</option>`,
    ),
  ];
  return `<section><h3 class="drawer-heading">The service’s format</h3><label class="drawer-choice">Its records say <select class="field-select" data-record-style>${styles.join('')}</select></label>${drop}</section>`;
};

/** The panel to act as a customer on the service's links. */
export const renderPayments = (desk: Desk): string =>
  [
    '<section><h3 class="drawer-heading">Latest links</h3>',
    desk.links.length === 0
      ? '<p class="faint drawer-words">No links yet.</p>'
      : `<ul class="payments">${desk.links.map(renderLink).join('')}</ul>`,
    '</section><section><h3 class="drawer-heading">Callbacks to the app</h3>',
    desk.callbacks.length === 0
      ? '<p class="faint drawer-words">None sent yet.</p>'
      : `<ul class="payments" data-testid="callbacks">${desk.callbacks.map(renderCallback).join('')}</ul>`,
    '</section>',
    renderBehaviour(desk),
  ].join('');

/** The sandbox does not push changes, so poll it. */
const LOOK_AGAIN_MS = 1_000;
const HOUR_MS = 60 * 60_000;

/** The Payments panel: customers' actions and the service's callbacks. `address`: the sandbox. */
export const createPaymentsPanel = ({
  address,
  root,
  changed,
}: {
  address: string;
  root: HTMLElement;
  changed: () => void;
}): Panel => {
  let desk: Desk | null = null;
  let trouble = '';
  let timer = 0;

  const call = (name: string, method: 'GET' | 'POST', body?: unknown): Promise<unknown> =>
    callSwitches(address, name, method, body);

  const guarded = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      desk = parseDesk(await call('desk', 'GET'));
      trouble = '';
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    changed();
  };

  const acts: Record<string, (orderId: string) => Promise<unknown>> = {
    pay: (orderId) => call('pay', 'POST', { orderId }),
    'pay-late': (orderId) => call('pay', 'POST', { orderId, agoMs: HOUR_MS }),
    decline: (orderId) => call('pay', 'POST', { orderId, decline: true }),
    expire: (orderId) => call('expire', 'POST', { orderId }),
    cancel: (orderId) => call('cancel', 'POST', { orderId }),
    refund: (orderId) => call('refund', 'POST', { orderId }),
    forge: (orderId) => call('callback', 'POST', { orderId, what: 'forge' }),
  };

  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pressed = target?.closest('[data-pay-act]');
    const act = acts[pressed?.getAttribute('data-pay-act') ?? ''];
    if (act) void guarded(() => act(pressed?.getAttribute('data-order') ?? ''));
    if (target?.closest('[data-drop]'))
      void guarded(() => call('callbacks', 'POST', { drop: !desk?.dropsCallbacks }));
  });
  root.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset['payOther']) return;
    event.preventDefault();
    const orderId = form.dataset['payOther'];
    const amountFils = parseAmount(form.querySelector('input')?.value ?? '');
    if (amountFils !== null) void guarded(() => call('pay', 'POST', { orderId, amountFils }));
  });
  root.addEventListener('change', (event) => {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !select.hasAttribute('data-record-style')) return;
    const style = RECORD_STYLES.find(({ id }) => id === select.value);
    if (style) void guarded(() => call('shape', 'POST', style.shape));
  });

  return {
    name: 'payments',
    title: 'Payments',
    note: 'Pay and refund as a customer',
    /** Polls the sandbox while the panel is shown. */
    watch: (isShown: boolean): void => {
      if (isShown === (timer !== 0)) return;
      clearInterval(timer);
      timer = isShown ? window.setInterval(() => void guarded(async () => {}), LOOK_AGAIN_MS) : 0;
      if (isShown) void guarded(async () => {});
    },
    render: (): string =>
      [
        '<p class="faint drawer-words">Act as the customers at the payment service. The app learns of it only through the callbacks below.</p>',
        trouble ? `<p class="problem" role="alert">${escapeHtml(trouble)}</p>` : '',
        desk === null ? '' : renderPayments(desk),
      ].join(''),
  };
};

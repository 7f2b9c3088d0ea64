import { callSwitches } from './call-switches.ts';
import { escapeHtml } from './escape-html.ts';
import type { Store } from './page-state.ts';
import { type Desk, parseAmount, parseDesk } from './payment-desk.ts';
import { renderPayments } from './render-payments.ts';
import { CALLBACK_SWITCHES, isSwitchedOn, RECORD_STYLES } from './service-behaviours.ts';

/** The sandbox tells nobody of its changes, so it is asked. */
const LOOK_AGAIN_MS = 1_000;
const HOUR_MS = 60 * 60_000;

/** What customers do at the payment service, and what it tells the app. */
export const createPaymentsPanel = ({
  root,
  store,
  changed,
}: {
  root: HTMLElement;
  store: Store;
  changed: () => void;
}) => {
  let desk: Desk | null = null;
  let trouble = '';
  let timer = 0;

  const call = (name: string, method: 'GET' | 'POST', body?: unknown): Promise<unknown> =>
    callSwitches(store.get().snapshot.sandboxUrl ?? '', name, method, body);

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
    repeat: (orderId) => call('callback', 'POST', { orderId, what: 'repeat' }),
  };

  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pressed = target?.closest('[data-pay-act]');
    const act = acts[pressed?.getAttribute('data-pay-act') ?? ''];
    if (act) void guarded(() => act(pressed?.getAttribute('data-order') ?? ''));
    const behaviour =
      CALLBACK_SWITCHES[Number(target?.closest('[data-behaviour]')?.getAttribute('data-behaviour') ?? -1)];
    if (behaviour)
      void guarded(() =>
        call(
          'callbacks',
          'POST',
          isSwitchedOn(behaviour, desk?.behaviour ?? {}) ? behaviour.off : behaviour.on,
        ),
      );
  });
  root.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset['payOther']) return;
    event.preventDefault();
    const orderId = form.dataset['payOther'];
    const amountFils = parseAmount(form.querySelector('input')?.value ?? '');
    if (amountFils !== null) void guarded(() => call('pay', 'POST', { orderId, amountFils }));
    else {
      trouble = 'An amount looks like 1250 or 99.50.';
      changed();
    }
  });
  root.addEventListener('change', (event) => {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !select.hasAttribute('data-record-style')) return;
    const style = RECORD_STYLES.find(({ id }) => id === select.value);
    if (style) void guarded(() => call('shape', 'POST', style.shape));
  });

  return {
    /** Looks at the sandbox now, and again and again while the pane is shown. */
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

import { buildAttributes, escapeHtml } from './escape-html.ts';
import { formatTime } from './format-date.ts';
import type { Exchange } from './page-api.ts';
import { renderJson } from './render-json.ts';

const statusClass = (status: number): string =>
  status >= 200 && status < 300 ? 'status status-good' : 'status status-bad';

/** Slack answers a refused call with 200; what it says counts. */
const refusal = ({ direction, answer }: Exchange): string => {
  if (direction !== 'app-to-slack' || typeof answer !== 'object' || answer === null) return '';
  const said = 'ok' in answer && answer.ok === false && 'error' in answer ? String(answer.error) : '';
  return said ? `<span class="status status-bad">${escapeHtml(said)}</span>` : '';
};

export const renderExchange = (exchange: Exchange, isOpen: boolean, timeZone: string): string => {
  const { id, direction, what, status, durationMs, at } = exchange;
  const isToApp = direction === 'slack-to-app';
  const body = isOpen
    ? `<h3>Request</h3>${renderJson(exchange.request)}<h3>Answer</h3>${renderJson(exchange.answer)}`
    : '';
  return `<details${buildAttributes({ class: 'exchange', 'data-key': `x${id}`, 'data-exchange': id })}><summary><span${buildAttributes({ class: isToApp ? 'way way-in' : 'way way-out', title: isToApp ? 'Slack to the app' : 'The app to Slack' })}>${isToApp ? '→ app' : '← app'}</span><span class="what">${escapeHtml(what)}</span>${refusal(exchange)}<span class="${statusClass(status)}">${status === 0 ? 'no answer' : status}</span><span class="faint took">${Math.round(durationMs)} ms</span><time class="faint">${escapeHtml(formatTime(Date.parse(at), timeZone, true))}</time></summary>${body}</details>`;
};

import { buildAttributes } from './escape-html.ts';
import { type JsonRecord, readRecord, readText } from './read-json.ts';
import { findRoot } from './region.ts';
import { buildRenderContext } from './render-context.ts';
import { renderPlain, renderText } from './render-text.ts';

const words = (confirm: JsonRecord, name: string): string =>
  renderPlain(readText(readRecord(confirm[name])['text']));

/** Asks what an element's `confirm` says. */
export const askToConfirm = (confirm: JsonRecord): Promise<boolean> => {
  const root = findRoot('ask');
  if (!(root instanceof HTMLDialogElement)) throw new Error('#ask is no dialog');
  const style = confirm['style'] === 'danger' ? 'button-danger' : 'button-primary';
  root.setAttribute('aria-labelledby', 'ask-title');
  root.innerHTML = `<form method="dialog" data-testid="confirm"><h2 id="ask-title">${words(confirm, 'title')}</h2><div class="words">${renderText(confirm['text'], buildRenderContext())}</div><footer><button class="button" value="no" data-testid="confirm-deny">${words(confirm, 'deny')}</button><button${buildAttributes({ class: `button ${style}`, value: 'yes', 'data-testid': 'confirm-ok', autofocus: true })}>${words(confirm, 'confirm')}</button></footer></form>`;
  root.returnValue = 'no';
  root.showModal();
  return new Promise((resolve) => {
    root.addEventListener('close', () => resolve(root.returnValue === 'yes'), { once: true });
  });
};

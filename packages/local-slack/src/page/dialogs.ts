import { buildAttributes, escapeHtml } from './escape-html.ts';
import { findRoot } from './patch-dom.ts';
import { type JsonRecord, readRecord, readText } from './read-json.ts';
import { renderPlain } from './render-mrkdwn.ts';

const words = (confirm: JsonRecord, name: string): string =>
  renderPlain(readText(readRecord(confirm[name])['text']));

/** Shows an element's `confirm` dialog. */
export const askToConfirm = (confirm: JsonRecord): Promise<boolean> => {
  const root = findRoot('ask');
  if (!(root instanceof HTMLDialogElement)) throw new Error('#ask is no dialog');
  const style = confirm['style'] === 'danger' ? 'button-danger' : 'button-primary';
  root.setAttribute('aria-labelledby', 'ask-title');
  root.innerHTML = `<form method="dialog" data-testid="confirm"><h2 id="ask-title">${words(confirm, 'title')}</h2><div class="words">${words(confirm, 'text')}</div><footer><button class="button" value="no" data-testid="confirm-deny">${words(confirm, 'deny')}</button><button${buildAttributes({ class: `button ${style}`, value: 'yes', 'data-testid': 'confirm-ok', autofocus: true })}>${words(confirm, 'confirm')}</button></footer></form>`;
  root.returnValue = 'no';
  root.showModal();
  return new Promise((resolve) => {
    root.addEventListener('close', () => resolve(root.returnValue === 'yes'), { once: true });
  });
};

/** Shows a picture as large as possible, with a note below. */
export const showPicture = (src: string, alt: string, note = ''): void => {
  const root = findRoot('lightbox');
  if (!(root instanceof HTMLDialogElement)) throw new Error('#lightbox is no dialog');
  root.innerHTML = `<form method="dialog"><button class="icon-button" aria-label="Close" data-testid="close-picture">×</button></form><img${buildAttributes({ src, alt })}>${note === '' ? '' : `<p class="lightbox-note">${escapeHtml(note)}</p>`}`;
  root.onclick = (event) => {
    if (event.target === root) root.close();
  };
  root.showModal();
};

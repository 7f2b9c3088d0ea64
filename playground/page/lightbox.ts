import { buildAttributes, escapeHtml } from './escape-html.ts';
import { findRoot } from './region.ts';

/** Shows a picture as large as the window takes, with a word below it. */
export const showPicture = (src: string, alt: string, note = ''): void => {
  const root = findRoot('lightbox');
  if (!(root instanceof HTMLDialogElement)) throw new Error('#lightbox is no dialog');
  root.innerHTML = `<form method="dialog"><button class="icon-button" aria-label="Close" data-testid="close-picture">×</button></form><img${buildAttributes({ src, alt })}>${note === '' ? '' : `<p class="lightbox-note">${escapeHtml(note)}</p>`}`;
  root.onclick = (event) => {
    if (event.target === root) root.close();
  };
  root.showModal();
};

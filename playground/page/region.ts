import { patchDom } from './patch-dom.ts';

/** A part of the page that is drawn again when its HTML changes. True: it did. */
export const createRegion = (root: Element): ((html: string) => boolean) => {
  let last: string | null = null;
  return (html) => {
    if (html === last) return false;
    last = html;
    patchDom(root, html);
    return true;
  };
};

export const findRoot = (id: string): HTMLElement => {
  const root = document.getElementById(id);
  if (root === null) throw new Error(`index.html has no #${id}`);
  return root;
};

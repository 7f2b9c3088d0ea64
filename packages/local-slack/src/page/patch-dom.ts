const keyOf = (node: Node): string | null =>
  node instanceof Element ? (node.getAttribute('data-key') ?? (node.id || null)) : null;

const isSame = (old: Node, wanted: Node): boolean =>
  old.nodeType === wanted.nodeType && old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);

/**
 * Fields that the page must not overwrite: a search, an amount to pay, and a half-typed date, which has no value
 * yet.
 */
const isOwnTyping = (field: HTMLInputElement): boolean =>
  field.hasAttribute('data-query') ||
  field.hasAttribute('data-own') ||
  (field === document.activeElement && /^(date|time|datetime-local)$/.test(field.type));

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (node: Node): node is Field =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

/** After a user edit, attributes no longer control a field's value, so set it directly. */
const setLive = (old: Field, live: { value: string; isChecked: boolean }): void => {
  if (old instanceof HTMLInputElement) {
    if (old.type === 'checkbox' || old.type === 'radio') old.checked = live.isChecked;
    else if (!isOwnTyping(old) && old.value !== live.value) old.value = live.value;
  } else if (!old.hasAttribute('data-own') && old.value !== live.value) old.value = live.value;
};

const patchAttributes = (old: Element, wanted: Element): void => {
  for (const { name } of [...old.attributes]) {
    // Only the reader opens and closes menus.
    if (name === 'open' && old.tagName === 'DETAILS') continue;
    if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

const patchNode = (old: Node, wanted: Node): void => {
  if (old instanceof Element && wanted instanceof Element) {
    // Read before children are moved: without them a textarea or select is empty.
    const live = isField(wanted)
      ? { value: wanted.value, isChecked: wanted instanceof HTMLInputElement && wanted.checked }
      : null;
    patchAttributes(old, wanted);
    patchChildren(old, wanted);
    if (live && isField(old)) setLive(old, live);
  } else if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
};

function patchChildren(old: Element, wanted: Element): void {
  const keyed = new Map<string, Node>();
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  const wantedKeys = new Set([...wanted.childNodes].map(keyOf));
  let cursor: ChildNode | null = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    // Remove first, so that remaining nodes do not move and keep their focus.
    while (cursor !== null && keyOf(cursor) !== null && !wantedKeys.has(keyOf(cursor))) {
      const gone: ChildNode = cursor;
      cursor = cursor.nextSibling;
      gone.remove();
    }
    const key = keyOf(child);
    const match: Node | null = key === null ? cursor : (keyed.get(key) ?? null);
    if (match === null || !isSame(match, child)) {
      old.insertBefore(child, cursor);
      continue;
    }
    if (match === cursor) cursor = cursor?.nextSibling ?? null;
    else old.insertBefore(match, cursor);
    patchNode(match, child);
  }
  while (cursor !== null) {
    const gone: ChildNode = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

/**
 * Updates an element's content to this HTML and changes only what differs, to keep focus, scroll positions and
 * typing.
 */
export const patchDom = (root: Element, html: string): void => {
  const wanted = document.createElement('template');
  wanted.innerHTML = html;
  const holder = document.createElement(root.tagName);
  holder.append(wanted.content);
  patchChildren(root, holder);
};

/** A part of the page that is redrawn when its HTML changes. Returns true if it changed. */
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

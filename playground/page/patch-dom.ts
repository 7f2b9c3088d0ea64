const keyOf = (node: Node): string | null =>
  node instanceof Element ? (node.getAttribute('data-key') ?? (node.id || null)) : null;

const isSame = (old: Node, wanted: Node): boolean =>
  old.nodeType === wanted.nodeType && old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);

/** A search, or an amount to be paid, belongs to its reader; a half-typed date has no value yet and must not be cleared. */
const isOwnTyping = (field: HTMLInputElement): boolean =>
  field.hasAttribute('data-query') ||
  field.hasAttribute('data-own') ||
  (field === document.activeElement && /^(date|time|datetime-local)$/.test(field.type));

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (node: Node): node is Field =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

/** A field's live value is its own once touched; what is wanted is told to it too. */
const setLive = (old: Field, live: { value: string; isChecked: boolean }): void => {
  if (old instanceof HTMLInputElement) {
    if (old.type === 'checkbox' || old.type === 'radio') old.checked = live.isChecked;
    else if (!isOwnTyping(old) && old.value !== live.value) old.value = live.value;
  } else if (old.value !== live.value) old.value = live.value;
};

const patchAttributes = (old: Element, wanted: Element): void => {
  for (const { name } of [...old.attributes]) {
    // Whether a menu stands open is the reader's affair.
    if (name === 'open' && old.tagName === 'DETAILS') continue;
    if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

const patchNode = (old: Node, wanted: Node): void => {
  if (old instanceof Element && wanted instanceof Element) {
    // Read before children move over: a text area or a menu without them holds nothing.
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
    // What is not wanted any more goes first, so that what stays need not move and keeps its focus.
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

/** Makes an element's inside be this HTML, touching only what differs: focus, scrolling and typing stay. */
export const patchDom = (root: Element, html: string): void => {
  const wanted = document.createElement('template');
  wanted.innerHTML = html;
  const holder = document.createElement(root.tagName);
  holder.append(wanted.content);
  patchChildren(root, holder);
};

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

import type { ModalView } from '@slack/types';

/** The view with its menus of conversations empty; null where none of them begins with one. */
export const withoutInitialConversations = (view: ModalView): ModalView | null => {
  let isEmptied = false;
  const blocks = view.blocks.map((block) => {
    if (!('element' in block) || block.element.type !== 'conversations_select') return block;
    const { initial_conversation: initial, ...element } = block.element;
    if (initial === undefined) return block;
    isEmptied = true;
    return { ...block, element };
  });
  return isEmptied ? { ...view, blocks } : null;
};

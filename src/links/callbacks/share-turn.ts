import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * What comes in the same turn of the event loop is written together: many answers wait for one flush to disk, and none for what has
 * yet to come. A group has each key once. What is in a group that fails is written once alone.
 */
export const shareTurn = <Item, Result>(
  write: (items: readonly Item[]) => Promise<Result>,
  keyOf: (item: Item) => string,
): ((item: Item) => Promise<Result>) => {
  let groups: { items: Map<string, Item>; written: Promise<Result> }[] = [];

  const openGroup = () => {
    const items = new Map<string, Item>();
    const written = endOfTurn().then(() => {
      groups = [];
      return write([...items.values()]);
    });
    const group = { items, written };
    groups.push(group);
    return group;
  };

  return async (item) => {
    const key = keyOf(item);
    const group = groups.find(({ items }) => !items.has(key)) ?? openGroup();
    group.items.set(key, item);
    try {
      return await group.written;
    } catch (error) {
      if (group.items.size === 1) throw error;
      return write([item]);
    }
  };
};

import { z } from 'zod';

export interface SeenButton {
  actionId: string;
  blockId: string;
  value: string;
}

const blockSchema = z.object({
  block_id: z.string().default(''),
  elements: z.array(z.unknown()).default([]),
});
const buttonSchema = z.object({ type: z.literal('button'), action_id: z.string(), value: z.string() });
const menuSchema = z.object({
  type: z.literal('overflow'),
  action_id: z.string(),
  options: z.array(z.object({ value: z.string() })),
});
const blocksSchema = z
  .union([z.array(z.unknown()), z.object({ blocks: z.array(z.unknown()) }).transform(({ blocks }) => blocks)])
  .catch([]);

/**
 * Finds buttons in the JSON of blocks or of a message with blocks. A menu option counts by the action in its value.
 */
export const findButtons = (json: string): SeenButton[] =>
  blocksSchema.parse(JSON.parse(json)).flatMap((block) => {
    const read = blockSchema.safeParse(block);
    if (!read.success) return [];
    return read.data.elements.flatMap((element) => {
      const blockId = read.data.block_id;
      const menu = menuSchema.safeParse(element);
      if (menu.success)
        return menu.data.options.map(({ value }) => {
          const [actionId = '', ...rest] = value.split(':');
          return { actionId, blockId, value: rest.join(':') };
        });
      const button = buttonSchema.safeParse(element);
      if (!button.success) return [];
      const { action_id: actionId, value } = button.data;
      return [{ actionId, blockId, value }];
    });
  });

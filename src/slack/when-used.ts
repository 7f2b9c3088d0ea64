import type { ActionArgs } from './block-action.ts';

/** Loaded when the first request of its kind comes: a start waits for the command that opens the form, not for the rest. */
export const whenUsed =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);

/** A button with an address opens it by itself; Slack still wants to hear that we know. */
export const acknowledge = ({ ack }: ActionArgs): Promise<void> => ack();

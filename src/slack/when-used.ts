import type { ActionArgs } from './block-action.ts';

/** Loaded with the first request of its kind: startup waits only for the command that opens the form. */
export const whenUsed =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);

/** A button with an address opens it by itself, but Slack still wants an acknowledgement. */
export const acknowledge = ({ ack }: ActionArgs): Promise<void> => ack();

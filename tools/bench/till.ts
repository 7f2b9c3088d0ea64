import type { LocalSlack, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import type { Filled, FilledValue } from '../../packages/local-slack/src/page/page-api.ts';

/** What a form wants of its cashier, by the fields' names. */
type Known = Readonly<Record<string, string>>;

interface Block {
  type: string;
  block_id?: string;
  element?: {
    action_id?: string;
    initial_value?: string;
    initial_options?: unknown[];
    options?: { value: string }[];
  };
}

const must = (outcome: { ok: boolean }): void => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
};

/** A cashier in one conversation, who fills in only what is missing. */
export const createTill = (slack: LocalSlack, { cashier, channel }: { cashier: string; channel: string }) => {
  /** Fields that still have to be typed or ticked before the form can be sent. */
  const fillIn = (view: SeenView, known: Known): Filled => {
    const filled: Record<string, Record<string, FilledValue>> = {};
    for (const { type, block_id: id = '', element = {} } of view.blocks as Block[]) {
      const { action_id: name = '', initial_value, initial_options, options } = element;
      if (type !== 'input' || initial_value || initial_options) continue;
      const value = known[id.replace(/\.\d+$/, '')];
      if (id.startsWith('isTermsAndConditionsAccepted')) filled[id] = { [name]: [options?.[0]?.value ?? ''] };
      else if (value !== undefined) filled[id] = { [name]: value };
    }
    return filled;
  };
  return {
    type: async (line: string): Promise<void> =>
      must(await slack.command(cashier, channel, '/paylink', line)),
    form: (withinMs?: number): Promise<SeenView> =>
      slack.until(() => {
        const view = slack.topModal(cashier);
        return view?.submit === 'Create link' ? view : undefined;
      }, withinMs),
    create: async (view: SeenView, known: Known = {}): Promise<void> =>
      must(await slack.submit(cashier, view.id, fillIn(view, known))),
    closeAll: async (): Promise<void> => {
      const [bottom] = slack.modals(cashier);
      if (bottom) await slack.closeView(cashier, bottom.id, true);
    },
  };
};

import { performance } from 'node:perf_hooks';
import type { Filled, FilledValue } from '../../playground/page/page-api.ts';
import type { LocalSlack, SeenView } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../playground/slack/people-and-places.ts';

/** What a sale costs its cashier. Return after the command line is part of the line; every other press counts. */
export interface Effort {
  typed: number;
  presses: number;
  /** How long the cashier waited for each screen. */
  machineMs: number;
}

/** Customer data that the cashier types where the form is empty. */
export type Known = Readonly<Record<string, string>>;

interface Element {
  action_id?: string;
  value?: string;
  initial_value?: string;
  initial_options?: unknown[];
  options?: { value: string }[];
}

interface Block {
  type: string;
  block_id?: string;
  optional?: boolean;
  element?: Element;
  elements?: Element[];
  image_url?: string;
}

const blocksOf = (view: SeenView): Block[] => view.blocks as Block[];
const textOf = (view: SeenView | undefined): string => JSON.stringify(view?.blocks ?? []);

const pictureIn = (view: SeenView | undefined): string | undefined =>
  view && blocksOf(view).find((block) => block.type === 'image' && block.image_url)?.image_url;

const hasButton = (view: SeenView, actionId: string): boolean =>
  blocksOf(view).some(({ elements = [] }) => elements.some((one) => one.action_id === actionId));

/** A cashier who fills in only what is missing, whatever version of the app answers. */
export const createTill = (slack: LocalSlack) => {
  const effort: Effort = { typed: 0, presses: 0, machineMs: 0 };

  const wait = async <T>(act: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const seen = await act();
    effort.machineMs += performance.now() - begun;
    return seen;
  };

  const must = (outcome: { ok: boolean }): void => {
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  };

  const top = (is: (view: SeenView) => boolean): Promise<SeenView> =>
    slack.until(() => {
      const view = slack.topModal(SARA);
      return view && is(view) ? view : undefined;
    });

  const form = () => top(({ submit }) => submit === 'Create link');

  const press = async (viewId: string, actionId: string): Promise<void> => {
    effort.presses += 1;
    must(await slack.click(SARA, { viewId }, { actionId }));
  };

  /** Fields that still have to be typed or ticked before the form can be sent. */
  const fillIn = (view: SeenView, known: Known): Filled => {
    const filled: Record<string, Record<string, FilledValue>> = {};
    for (const { type, block_id: id = '', optional, element = {} } of blocksOf(view)) {
      if (type !== 'input' || optional) continue;
      const { action_id: name = '', initial_value, initial_options, options } = element;
      if (id.startsWith('isTermsAndConditionsAccepted')) {
        if (initial_options) continue;
        effort.presses += 1;
        filled[id] = { [name]: [options?.[0]?.value ?? ''] };
        continue;
      }
      const value = known[id.replace(/\.\d+$/, '')];
      if (initial_value || value === undefined) continue;
      effort.typed += value.length;
      filled[id] = { [name]: value };
    }
    return filled;
  };

  return {
    effort,

    type: (line: string): Promise<SeenView> => {
      effort.typed += '/paylink '.length + line.length;
      return wait(async () => {
        must(await slack.command(SARA, FRONT_DESK, '/paylink', line));
        return form();
      });
    },

    /** Opens ⋯ on the message and picks the shortcut. */
    fromMessage: (message: { channel: string; ts: string }): Promise<SeenView> => {
      effort.presses += 2;
      return wait(async () => {
        must(await slack.shortcut(SARA, 'link_from_message', { channel: message.channel, ts: message.ts }));
        return form();
      });
    },

    hasPresets: (view: SeenView): boolean => hasButton(view, 'preset_0'),

    preset: (view: SeenView): Promise<SeenView> =>
      wait(async () => {
        await press(view.id, 'preset_0');
        return top((next) => next.hash !== view.hash && next.submit === 'Create link');
      }),

    /** Presses *Create link* and waits for the link. */
    create: (view: SeenView, known: Known): Promise<SeenView> => {
      const filled = fillIn(view, known);
      effort.presses += 1;
      return wait(async () => {
        must(await slack.submit(SARA, view.id, filled));
        return top((next) => next.callbackId === 'link_result' && hasButton(next, 'whatsapp'));
      });
    },

    /** Presses *Show QR* if there is one, and waits for the picture. */
    showQr: (result: SeenView): Promise<void> =>
      wait(async () => {
        const isOwnWindow = hasButton(result, 'show_qr');
        if (isOwnWindow) await press(result.id, 'show_qr');
        const window = await top(
          (view) => pictureIn(view) !== undefined && !(isOwnWindow && view.callbackId === 'link_result'),
        );
        const picture = await fetch(pictureIn(window) ?? '');
        if (!picture.ok) throw new Error(`the picture: ${picture.status}`);
        await picture.arrayBuffer();
      }),

    /** Milliseconds until the window or the channel says paid; null: not within the time. */
    paid: async (patienceMs: number): Promise<{ windowMs: number | null; channelMs: number | null }> => {
      const begun = performance.now();
      const when = (isThere: () => boolean): Promise<number | null> =>
        slack
          .until(isThere, patienceMs)
          .then(() => performance.now() - begun)
          .catch(() => null);
      const before = slack.messages(FRONT_DESK).length;
      const isPaid = (text: string): boolean => /✅ Paid|\*Paid\*/.test(text);
      const [windowMs, channelMs] = await Promise.all([
        when(() => isPaid(textOf(slack.topModal(SARA)))),
        when(() =>
          slack
            .messages(FRONT_DESK)
            .slice(before)
            .some(({ blocks }) => isPaid(JSON.stringify(blocks))),
        ),
      ]);
      return { windowMs, channelMs };
    },

    closeAll: async (): Promise<void> => {
      const [bottom] = slack.modals(SARA);
      if (bottom) await slack.closeView(SARA, bottom.id, true);
    },
  };
};

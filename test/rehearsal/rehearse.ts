import { onTestFinished } from 'vitest';
import {
  createLocalSlack,
  type LocalSlack,
  type LocalSlackOptions,
} from '../../packages/local-slack/src/local-slack.ts';
import type { Clock } from '../../src/clock.ts';
import type { Options, SlackPlace } from '../../tools/rehearsal/read-options.ts';
import { runRehearsal } from '../../tools/rehearsal/run-rehearsal.ts';

export interface Stage {
  slack: LocalSlack;
  clock: Clock;
}

/** A local Slack whose clock jumps to the end of each wait. */
export const startSlack = async (options: LocalSlackOptions = {}): Promise<Stage> => {
  let now = Date.UTC(2026, 10, 22, 8);
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const slack = await createLocalSlack({ now: clock.now, ...options });
  onTestFinished(() => slack.close());
  return { slack, clock };
};

export const rehearse = async (
  { slack, clock }: Stage,
  {
    options = {},
    place = {},
    onText,
  }: {
    options?: Partial<Options>;
    place?: Partial<SlackPlace>;
    onText?: (text: string, stop: AbortController) => void;
  } = {},
): Promise<{ code: number; text: string }> => {
  const stop = new AbortController();
  let text = '';
  const code = await runRehearsal({
    options: {
      channel: slack.team.ids.frontDesk,
      person: null,
      isBlocksOnly: false,
      help: false,
      ...options,
    },
    place: { apiUrl: slack.apiUrl, botToken: slack.botToken, ...place },
    clock,
    write: (more) => {
      text += more;
      onText?.(more, stop);
    },
    stop: stop.signal,
  });
  return { code, text };
};

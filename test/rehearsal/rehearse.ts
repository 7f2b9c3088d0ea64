import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createLocalSlack,
  type LocalSlack,
  type LocalSlackOptions,
} from '../../playground/slack/local-slack.ts';
import type { Clock } from '../../src/clock.ts';
import type { Options, SlackPlace } from '../../src/rehearsal/read-options.ts';
import { runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';

/** A clock that jumps to the end of each wait. */
export const createJumpingClock = (start = Date.UTC(2026, 10, 22, 8)): Clock => {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
};

export interface Stage {
  slack: LocalSlack;
  clock: Clock;
}

export const startSlack = async (options: LocalSlackOptions = {}): Promise<Stage> => {
  const clock = createJumpingClock();
  const slack = await createLocalSlack({ now: clock.now, ...options });
  onTestFinished(() => slack.close());
  return { slack, clock };
};

export interface Rehearsed {
  code: number;
  text: string;
  folder: string;
  /** Each file of the folder. */
  written: string[];
}

/** Runs the rehearsal with its own folder. */
export const rehearse = async (
  { slack, clock }: Stage,
  {
    options = {},
    place = {},
    onText,
    hurry = new AbortController().signal,
  }: {
    options?: Partial<Options>;
    place?: Partial<SlackPlace>;
    onText?: (text: string, stop: AbortController, folder: string) => void;
    hurry?: AbortSignal;
  } = {},
): Promise<Rehearsed> => {
  const folder = join(mkdtempSync(join(tmpdir(), 'rehearsal-')), 'out');
  const stop = new AbortController();
  let text = '';
  const code = await runRehearsal({
    options: {
      channel: slack.team.ids.frontDesk,
      person: null,
      otherChannel: null,
      isBlocksOnly: false,
      out: folder,
      replay: null,
      help: false,
      ...options,
    },
    place: { apiUrl: slack.apiUrl, botToken: slack.botToken, publicUrl: null, ...place },
    clock,
    write: (more) => {
      text += more;
      onText?.(more, stop, folder);
    },
    stop: stop.signal,
    hurry,
  });
  const written = (() => {
    try {
      return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    } catch {
      return [];
    }
  })();
  return { code, text, folder, written };
};

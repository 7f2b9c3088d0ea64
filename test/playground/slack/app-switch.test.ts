import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { type AppControl, createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';
import { followPage, play } from './call-slack.ts';

let slack: LocalSlack;
afterEach(() => slack.close());

/** A fake process that the test starts and ends. */
const createApp = () => {
  let isRunning = true;
  let end = () => {};
  let ready: (error?: Error) => void = () => {};
  const signals: (string | undefined)[] = [];
  const ends = new EventTarget();
  const control: AppControl = {
    isRunning: () => isRunning,
    start: () => {
      isRunning = true;
      return new Promise((resolve, reject) => {
        ready = (error) => {
          isRunning = error === undefined;
          if (error) reject(error);
          else resolve();
        };
      });
    },
    stop: async (signal) => {
      signals.push(signal);
      await once(ends, 'end');
    },
    onEnd: (listener) => {
      end = listener;
    },
  };
  return {
    control,
    signals,
    ready: (error?: Error) => ready(error),
    end: () => {
      isRunning = false;
      end();
      ends.dispatchEvent(new Event('end'));
    },
  };
};

const act = async (what: string): Promise<unknown> => (await play(slack, 'app', { act: what })).json();

const start = async (app?: ReturnType<typeof createApp>) => {
  slack = await createLocalSlack({ answerWithinMs: 50, ...(app && { app: app.control }) });
  const { until, stop } = await followPage(slack, SARA);
  return { until: (state: string) => until(`"app":${state}`), stop };
};

test('the page gets each state while the app is stopped, killed and started', async () => {
  const app = createApp();
  const states = await start(app);
  await states.until('"running"');
  const stopped = act('stop');
  await states.until('"stopping"');
  const killed = act('kill');
  await expect.poll(() => app.signals).toEqual(['SIGTERM', 'SIGKILL']);
  app.end();
  expect(await Promise.all([stopped, killed])).toEqual([{ ok: true }, { ok: true }]);
  await states.until('"stopped"');
  const started = act('start');
  await states.until('"starting"');
  expect(await act('start')).toMatchObject({ ok: false });
  app.ready();
  expect(await started).toEqual({ ok: true });
  await states.until('"running"');
  states.stop();
});

test('a failed start is explained to the person who started it', async () => {
  const app = createApp();
  app.end();
  const states = await start(app);
  await states.until('"stopped"');
  expect(await act('kill')).toMatchObject({ ok: false });
  const started = act('start');
  await states.until('"starting"');
  app.ready(new Error('The app ended with 78: PORT must be a port number'));
  expect(await started).toEqual({ ok: false, problem: 'The app ended with 78: PORT must be a port number' });
  await states.until('"stopped"');
  states.stop();
});

test('an unexpected exit is seen at once', async () => {
  const app = createApp();
  const states = await start(app);
  await states.until('"running"');
  app.end();
  await states.until('"stopped"');
  states.stop();
});

test('without a process there is no switch, and acting on it fails', async () => {
  const states = await start();
  await states.until('null');
  states.stop();
  expect(await act('kill')).toMatchObject({ ok: false });
  expect(await act('explode')).toMatchObject({ ok: false, problem: expect.stringContaining('form') });
  const problem = expect.stringContaining('the app did not respond');
  expect(await slack.command(SARA, FRONT_DESK, '/paylink')).toMatchObject({ problem });
});

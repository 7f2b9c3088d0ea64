import type { CallListener } from '../../packages/local-slack/src/local-slack.ts';
import type { SandboxCallListener } from '../../tools/sandbox/sandbox-service.ts';
import type { PassListener } from './balancer.ts';

/**
 * When to kill a process, with shares in percent. `asked`: a request of the app has arrived and is not answered;
 * `answered`: the answer was sent at most two milliseconds ago; `passed`: a request to the app is on its way.
 */
export const SHARES = {
  'link asked': 10,
  'link answered': 14,
  'listing asked': 6,
  'listing answered': 4,
  'post asked': 9,
  'post answered': 12,
  'edit asked': 7,
  'edit answered': 9,
  'upload asked': 4,
  'upload answered': 5,
  'callback passed': 5,
  'callback answered': 5,
  'press passed': 3,
  'press answered': 2,
  'any time': 5,
} as const;

export type Moment = keyof typeof SHARES;

export const MOMENTS = Object.keys(SHARES) as Moment[];

export type Hear = (moment: Moment) => void;

const SLACK_CALLS = new Map<string, 'post' | 'edit' | 'upload'>([
  ['chat.postMessage', 'post'],
  ['chat.update', 'edit'],
  ['files.getUploadURLExternal', 'upload'],
  ['upload', 'upload'],
  ['files.completeUploadExternal', 'upload'],
]);

const verbOf = (when: 'arrived' | 'answered') => (when === 'arrived' ? 'asked' : 'answered');

export const hearService =
  (hear: Hear): SandboxCallListener =>
  ({ operation, when }) =>
    hear(`${operation === 'generate' ? 'link' : 'listing'} ${verbOf(when)}`);

export const hearSlack =
  (hear: Hear): CallListener =>
  ({ method, when }) => {
    const call = SLACK_CALLS.get(method);
    if (call !== undefined) hear(`${call} ${verbOf(when)}`);
  };

/** Requests to the app. */
export const hearBalancer =
  (hear: Hear): PassListener =>
  ({ path, when }) => {
    const what = path.startsWith('/slack/') ? 'press' : path.startsWith('/callbacks/') ? 'callback' : null;
    if (what !== null) hear(`${what} ${when === 'arrived' ? 'passed' : 'answered'}`);
  };

/** What waits for a moment; `cancel` forgets it. */
export interface Strike {
  struck: Promise<Moment>;
  cancel(): void;
}

/** Calls `strike` within the first moment that fits, or after this time. */
export const strikeAt = (
  { listen }: { listen(hear: Hear): void },
  { fits, withinMs }: { fits: (moment: Moment) => boolean; withinMs: number },
  strike: (moment: Moment) => void,
): Strike => {
  let cancel = () => {};
  const struck = new Promise<Moment>((resolve) => {
    const end = (moment: Moment) => {
      cancel();
      strike(moment);
      resolve(moment);
    };
    const timer = setTimeout(() => end('any time'), withinMs);
    cancel = () => {
      listen(() => {});
      clearTimeout(timer);
    };
    listen((moment) => fits(moment) && end(moment));
  });
  return { struck, cancel: () => cancel() };
};

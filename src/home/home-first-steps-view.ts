import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { mrkdwn, plain } from '../blocks/text.ts';

export const HOME_HIDE_STEPS_ACTION = 'home_hide_steps';

/** `link`: the first one, and until it is made nothing else is said. The others: what is next. */
export type FirstStep = 'link' | 'channel' | 'settings' | 'colleague';

const WORDS: Record<FirstStep, string> = {
  link: '👋 *Create your first link*\nPress *New payment link*, or type this in any channel:\n`/paylink 250 Sara 0501234567`',
  channel:
    '• *Work in a channel.* Type `/invite @Paylink` in your counter’s channel. Cards of links created there are posted there, and everyone sees what is paid.',
  settings: '• *Settings.* Press *Settings*: what the form asks, presets, who may approve.',
  colleague: '• *A colleague.* Ask one to type `/paylink`: there is nothing to install.',
};

/** One thing to do at first, then what is next; the person can hide it. Nothing left: no blocks. */
export const buildHomeFirstSteps = (steps: readonly FirstStep[]): KnownBlock[] => {
  if (steps.length === 0) return [];
  const text = steps.includes('link')
    ? WORDS.link
    : ['*What is next*', ...steps.map((step) => WORDS[step])].join('\n');
  return [
    {
      type: 'section',
      block_id: 'home_first_steps',
      text: mrkdwn(text),
      accessory: {
        type: 'button',
        action_id: HOME_HIDE_STEPS_ACTION,
        text: plain('Hide', limits.button.text),
        accessibility_label: 'Hide the first steps',
      },
    },
  ];
};

import type { Button } from '@slack/types';
import { limits } from './limits.ts';
import { cut, plain } from './text.ts';

/** `value`: an id or a pointer, never data. `label`: what a screen reader says. */
export const buildButton = (value: string, actionId: string, text: string, label: string): Button => ({
  type: 'button',
  action_id: actionId,
  text: plain(text, limits.button.text),
  value,
  accessibility_label: cut(label, limits.button.accessibilityLabel),
});

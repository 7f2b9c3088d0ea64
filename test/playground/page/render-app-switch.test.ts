import { expect, test } from 'vitest';
import { renderAppSwitch } from '../../../playground/page/render-sidebar.ts';
import { readTags } from './read-tags.ts';

test.each([
  ['running', 'App running', ['stop', 'kill'], []],
  ['stopping', 'App stopping', ['stop', 'kill'], ['stop']],
  ['stopped', 'App stopped', ['start', 'kill'], ['kill']],
  ['starting', 'App starting', ['start', 'kill'], ['start']],
] as const)('an app that is %s offers what can be done with it', (app, words, offered, disabled) => {
  const html = renderAppSwitch(app);
  expect(html).toContain(words);
  const buttons = readTags(html).flatMap(({ attributes }) =>
    attributes['data-app-act'] ? [{ act: attributes['data-app-act'], off: 'disabled' in attributes }] : [],
  );
  expect(buttons.map(({ act }) => act)).toEqual(offered);
  expect(buttons.filter(({ off }) => off).map(({ act }) => act)).toEqual(disabled);
});

test('without an app process there is no switch', () => {
  expect(renderAppSwitch(null)).toBe('');
});

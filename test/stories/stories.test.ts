// @module-tag long

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { renderBlocks } from '../../packages/local-slack/src/page/render-blocks.ts';
import { buildRenderContext } from '../../packages/local-slack/src/page/render-context.ts';
import { readTags } from '../../packages/local-slack/test/page/read-tags.ts';
import { limits } from '../../src/blocks/limits.ts';
import { labelOf } from '../../src/links/sale/display-state.ts';
import { PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink, CAST } from '../fixtures/links.ts';
import { asSale } from './as-sale.ts';
import { listStories } from './list-stories.ts';
import { TYPED_MARKS } from './made-up.ts';
import { PARTS } from './parts.ts';

const SRC = new URL('../../src/', import.meta.url);

const stories = listStories(CAST);
const told = new Set<unknown>(stories.flatMap(({ by }) => by));

const listBuilders = async (): Promise<[string, unknown][]> => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /-view\.ts$|^blocks\/.*\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, SRC).href)));
  return modules.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).filter(([name]) => /^build[A-Z]/.test(name)),
  );
};

test('every builder of a message or view has a story, directly or inside another', async () => {
  const builders = await listBuilders();
  expect(builders.length).toBeGreaterThan(80);
  const missing = builders.filter(([name, builder]) => !told.has(builder) && !(name in PARTS));
  // For a new builder: add it here, or name its parent in parts.ts.
  expect(missing.map(([name]) => name)).toEqual([]);
  const names = new Set(builders.map(([name]) => name));
  for (const [part, whole] of Object.entries(PARTS)) {
    expect(names, part).toContain(part);
    const wholes = builders.filter(([name]) => name === whole).map(([, builder]) => builder);
    expect(
      wholes.some((builder) => told.has(builder)),
      `${part} in ${whole}`,
    ).toBe(true);
  }
});

test('what people typed is drawn as plain text in every message', () => {
  const drawn: string[] = [];
  for (const { name, ...story } of stories) {
    const add = (text: unknown) => {
      for (const mark of TYPED_MARKS)
        if (typeof text === 'string' && text.includes(mark)) drawn.push(`${name}: ${text}`);
    };
    const read = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, text, emoji } = value as Record<string, unknown>;
      if (type === 'mrkdwn' || (type === 'plain_text' && emoji !== false)) add(text);
      for (const part of Object.values(value)) read(part);
    };
    read(story);
    if (story.kind === 'message') add(story.message.text);
    if (story.kind === 'sentence') add(story.text);
  }
  expect(drawn).toEqual([]);
});

test('every state of a card has a story', () => {
  const labels = LINK_STATES.flatMap((state) =>
    [null, ...PAYMENT_FINDINGS].map((finding) =>
      labelOf(asSale(buildLink({ state, payment: finding && buildPayment({ finding }) }))),
    ),
  );
  const said = stories.flatMap((one) =>
    one.kind === 'message' && one.name.startsWith('card, ') ? [one.message.text] : [],
  );
  for (const label of new Set(labels))
    expect(
      said.some((text) => text.startsWith(label)),
      label,
    ).toBe(true);
});

test('each story has a unique name, a text, and blocks that Slack accepts', () => {
  expect(new Set(stories.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(stories.length);
  for (const story of stories) {
    if (story.kind === 'message') {
      expect(checkMessageBlocks(story.message.blocks), story.name).toEqual([]);
      expect(story.message.text.length, story.name).toBeGreaterThan(0);
      expect(story.message.text.length, story.name).toBeLessThanOrEqual(limits.message.textRecommended);
    } else if (story.kind === 'sentence') expect(story.text.length, story.name).toBeGreaterThan(0);
    else expect(checkView(story.view), story.name).toEqual([]);
  }
});

test('the local Slack draws each story, and knows all that is in it', () => {
  const context = buildRenderContext();
  for (const story of stories) {
    if (story.kind === 'sentence') continue;
    const { blocks } = story.kind === 'message' ? story.message : story.view;
    const drawn = renderBlocks(blocks, context);
    expect(drawn, story.name).not.toMatch(/Unknown (block|element)/);
    expect(readTags(drawn).length, story.name).toBeGreaterThan(0);
  }
});

test('it has only example domains and addresses, and no real person', () => {
  const all = JSON.stringify(stories);
  for (const [, host = ''] of all.matchAll(/https?:\/\/([^/"\\|>]+)/g))
    expect(host).toMatch(/(^|\.)example\.(com|slack\.com)$|^example\.slack\.com$|^wa\.me$/);
  for (const [, domain] of all.matchAll(/[\w.]+@([\w.]+\w)/g)) expect(domain).toBe('example.com');
});

// @module-tag long

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../playground/slack/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import { labelOf } from '../../src/links/card/display-state.ts';
import { buildCatalogue } from '../../src/rehearsal/catalogue/catalogue.ts';
import { TYPED_MARKS } from '../../src/rehearsal/catalogue/made-up.ts';
import { PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { PARTS } from './parts.ts';

const SRC = new URL('../../src/', import.meta.url);

const catalogue = buildCatalogue({
  teamId: 'T0PLAY',
  channelId: 'C0FRONTDSK',
  personId: 'U0SARA0001',
  qrFileId: 'F0QR000001',
  chartFileId: 'F0CHART001',
  pictureUrl: 'https://paylink.example.com/pictures/sample.png',
});
const inCatalogue = new Set<unknown>(catalogue.flatMap(({ by }) => by));

const listBuilders = async (): Promise<[string, unknown][]> => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /-view\.ts$|^blocks\/.*\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, SRC).href)));
  return modules.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).filter(([name]) => /^build[A-Z]/.test(name)),
  );
};

test('every builder of a message or view is in the rehearsal, directly or inside another', async () => {
  const builders = await listBuilders();
  expect(builders.length).toBeGreaterThan(80);
  const missing = builders.filter(([name, builder]) => !inCatalogue.has(builder) && !(name in PARTS));
  // For a new builder: add it to src/rehearsal/catalogue/, or name its parent in test/rehearsal/parts.ts.
  expect(missing.map(([name]) => name)).toEqual([]);
  const names = new Set(builders.map(([name]) => name));
  for (const [part, whole] of Object.entries(PARTS)) {
    expect(names, part).toContain(part);
    const wholes = builders.filter(([name]) => name === whole).map(([, builder]) => builder);
    expect(
      wholes.some((builder) => inCatalogue.has(builder)),
      `${part} in ${whole}`,
    ).toBe(true);
  }
});

test('what people typed is drawn as plain text in every message', () => {
  const drawn: string[] = [];
  for (const { name, ...entry } of catalogue) {
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
    read(entry);
    if (entry.kind === 'message') add(entry.message.text);
    if (entry.kind === 'sentence') add(entry.text);
  }
  expect(drawn).toEqual([]);
});

test('every state of a card is rehearsed', () => {
  const labels = LINK_STATES.flatMap((state) =>
    [null, ...PAYMENT_FINDINGS].map((finding) =>
      labelOf(buildLink({ state, payment: finding && buildPayment({ finding }) })),
    ),
  );
  const said = catalogue.flatMap((one) =>
    one.kind === 'message' && one.name.startsWith('card, ') ? [one.message.text] : [],
  );
  for (const label of new Set(labels))
    expect(
      said.some((text) => text.startsWith(label)),
      label,
    ).toBe(true);
});

test('each entry has a unique name, a text, and blocks that Slack accepts', () => {
  expect(new Set(catalogue.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(catalogue.length);
  for (const entry of catalogue) {
    if (entry.kind === 'message') {
      expect(checkMessageBlocks(entry.message.blocks), entry.name).toEqual([]);
      expect(entry.message.text.length, entry.name).toBeGreaterThan(0);
      expect(entry.message.text.length, entry.name).toBeLessThanOrEqual(limits.message.textRecommended);
    } else if (entry.kind === 'sentence') expect(entry.text.length, entry.name).toBeGreaterThan(0);
    else expect(checkView(entry.view), entry.name).toEqual([]);
  }
});

test('it has only example domains and addresses, and no real person', () => {
  const all = JSON.stringify(catalogue);
  for (const [, host = ''] of all.matchAll(/https?:\/\/([^/"\\|>]+)/g))
    expect(host).toMatch(/(^|\.)example\.(com|slack\.com)$|^example\.slack\.com$|^wa\.me$/);
  for (const [, domain] of all.matchAll(/[\w.]+@([\w.]+\w)/g)) expect(domain).toBe('example.com');
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf, readCode, readDocs, readFile, readTables } from './read-docs.ts';

const manifest = z
  .object({
    features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }),
    oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
    settings: z.object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()) }).default({ bot_events: [] }),
    }),
  })
  .parse(JSON.parse(readFile('manifest.json')));

const commands = manifest.features.slash_commands.map(({ command }) => command);
const docs = readDocs();
const explained = (heading: string) =>
  docs.flatMap(({ text }) => readTables(text, heading).map(([name]) => codeOf(name))).sort();

describe('what the manifest asks of Slack', () => {
  test('is explained scope by scope, in one place', () => {
    expect(explained('scope')).toEqual(manifest.oauth_config.scopes.bot.toSorted());
  });

  test('is explained event by event, in one place', () => {
    expect(explained('event')).toEqual(manifest.settings.event_subscriptions.bot_events.toSorted());
  });
});

test('a slash command that a text names is one of the manifest, or Slack’s own', () => {
  const lost = docs.flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(/^\/[a-z-]+(?= |$)/gm) ?? [])
      .filter((name) => ![...commands, '/invite', ...PATHS].includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(lost).toEqual([]);
});

/** Paths of one word, which look like commands. */
const PATHS = ['/healthz', '/readyz', '/metrics', '/data'];

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import source from '../../../manifest.json' with { type: 'json' };
import { type Manifest, manifestSchema, readManifest } from '../../../src/config/manifest.ts';
import { buildManifest, buildManifestOutput } from '../../../src/operations/manifest.ts';
import { LISTENERS } from '../../../src/rooms.ts';
import { buildWebAddresses } from '../../fixtures/code-point.ts';

const EXAMPLE = 'https://paylink.example.com';

const print = (args: string[], publicUrl?: string): Manifest =>
  manifestSchema.parse(JSON.parse(buildManifestOutput(args, { source: readManifest(), publicUrl })));

/** Everything in the manifest that can carry an address. */
const RICH: Manifest = manifestSchema.parse({
  ...source,
  settings: {
    ...source.settings,
    event_subscriptions: { request_url: `${EXAMPLE}/slack/events`, bot_events: ['app_uninstalled'] },
    interactivity: {
      is_enabled: true,
      request_url: `${EXAMPLE}/slack/events`,
      message_menu_options_url: `${EXAMPLE}/slack/events`,
    },
  },
});

const refuse = (url: string): [string, string] => [`--url ${url}`, 'The address must'];

describe('the source', () => {
  test('has Slack’s shape and is read completely', () => {
    expect(readManifest()).toEqual(source);
  });

  test('is refused if any part has a member that Slack does not know', () => {
    for (const wrong of [
      { ...source, colour: 'green' },
      { ...source, display_information: { ...source.display_information, tagline: 'x' } },
      { ...source, features: { ...source.features, slash_commands: [{ command: '/x', text: 'x' }] } },
      { ...source, settings: { ...source.settings, interactivity: { is_enabled: true, url: EXAMPLE } } },
    ]) {
      expect(manifestSchema.safeParse(wrong).success).toBe(false);
    }
  });

  test('is refused with a plain http address of another machine', () => {
    const wrong = structuredClone(RICH);
    if (wrong.settings.interactivity)
      wrong.settings.interactivity.request_url = 'http://paylink.example.com/x';
    expect(manifestSchema.safeParse(wrong).success).toBe(false);
  });
});

describe('for an address', () => {
  test('it replaces every address, and changes nothing else', () => {
    const url = 'https://pay.shop.example/paylink';
    const manifest = buildManifest(RICH, { url, isForMany: false });
    expect(JSON.stringify(manifest)).toBe(JSON.stringify(RICH).replaceAll(EXAMPLE, url));
    expect(JSON.stringify(print(['--url', `${url}/`]))).toBe(JSON.stringify(source).replaceAll(EXAMPLE, url));
  });

  test('for many workspaces it has the redirect address, and an organisation cannot install it', () => {
    const url = 'https://pay.shop.example';
    const manifest = print(['--url', url, '--many']);
    expect(manifest.oauth_config.redirect_urls).toEqual([`${url}/slack/oauth_redirect`]);
    expect(manifest.settings.org_deploy_enabled).toBe(false);
  });

  test('PUBLIC_URL is used without --url', () => {
    const { settings } = print([], 'http://localhost:3000');
    expect(settings.interactivity?.request_url).toBe('http://localhost:3000/slack/events');
    const { settings: own } = print(['--url', 'https://other.example'], 'https://a.example');
    expect(own.interactivity?.request_url).toBe('https://other.example/slack/events');
  });

  test.each(['https://a.example', 'http://localhost:3000', 'http://127.0.0.1:4002'])(
    '%s is accepted',
    (url) => {
      expect(print(['--url', url]).settings.interactivity?.request_url).toBe(`${url}/slack/events`);
    },
  );

  test('any address gives a manifest of Slack’s shape or none', () => {
    const counts = { printed: 0, refused: 0 };
    const address = fc.oneof(buildWebAddresses(['https']), buildWebAddresses(['http', 'ftp']), fc.string());
    fc.assert(
      fc.property(address, (url) => {
        try {
          const { slash_commands: commands = [] } = print([`--url=${url}`]).features;
          expect(commands).not.toEqual([]);
          counts.printed += 1;
          for (const slash of commands) expect(slash.url).toMatch(/^https:\/\/|^http:\/\/(localhost|127\.)/);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ManifestUsageError' });
          counts.refused += 1;
        }
      }),
    );
    expect(Math.min(counts.printed, counts.refused)).toBeGreaterThan(10);
  });
});

describe('with the workflow step', () => {
  test.each([[['--url', EXAMPLE]], [['--socket']]])(
    '%j has besides it only what Slack wants for it',
    (args) => {
      const { functions, settings, ...rest } = print([...args, '--workflows']);
      const { settings: usual, ...without } = print(args);
      expect(rest).toEqual(without);
      const events = usual.event_subscriptions?.bot_events ?? [];
      expect(settings).toEqual({
        ...{ ...usual, function_runtime: 'remote', org_deploy_enabled: true },
        event_subscriptions: {
          ...usual.event_subscriptions,
          bot_events: [...events, 'function_executed'].sort(),
        },
      });
      const { input_parameters, output_parameters } = functions?.['create_payment_link'] ?? {};
      expect(input_parameters?.required).toEqual(['amount', 'name', 'phone', 'purpose', 'channel']);
      expect(output_parameters?.required).toEqual(['address', 'reference', 'amount', 'expiry']);
    },
  );

  test('everything that Slack sends to it is heard', () => {
    const { bot_events: events } = print(['--socket', '--workflows']).settings.event_subscriptions ?? {};
    expect(events).toEqual(Object.keys(LISTENERS.events).sort());
    expect(print(['--socket']).settings.event_subscriptions?.bot_events).not.toContain('function_executed');
  });
});

describe('for Socket Mode', () => {
  test('it has everything except addresses', () => {
    const text = JSON.stringify(buildManifest(RICH, 'socket'));
    expect(text).not.toContain('https://');
    const { features, settings, oauth_config: oauth } = print(['--socket']);
    expect(settings).toMatchObject({ socket_mode_enabled: true, interactivity: { is_enabled: true } });
    expect(oauth.scopes).toEqual(source.oauth_config.scopes);
    expect(features.slash_commands?.map(({ command }) => command)).toEqual(
      source.features.slash_commands.map(({ command }) => command),
    );
    expect(buildManifest(RICH, 'socket').settings.event_subscriptions).toEqual({
      bot_events: ['app_uninstalled'],
    });
  });

  test('it is printed without an option if the environment is for it, as the Slack CLI asks for it', () => {
    const ask = (args: string[], publicUrl?: string) =>
      JSON.parse(buildManifestOutput(args, { source: readManifest(), publicUrl, isSocket: true }));
    expect(ask([])).toEqual(print(['--socket']));
    expect(ask([], 'https://a.example')).toEqual(print(['--socket']));
    expect(ask(['--url', 'https://a.example'])).toEqual(print(['--url', 'https://a.example']));
  });
});

test.each([
  ['', '--url'],
  ['--uri https://a.example', '--uri'],
  ['--many --socket', 'either --many or --socket'],
  [`--many --workflows --url ${EXAMPLE}`, 'either --many or --workflows'],
  ['--socket --url https://a.example', 'either'],
  ...['http://a.example', 'a.example', 'ftp://a.example', 'https://u:p@a.example'].map(refuse),
  ...['https://a.example?x=1', 'https://a.example/#x', 'http://localhost.evil.example'].map(refuse),
])('“%s” is refused, and the error says %s', (args, says) => {
  expect(() => print(args.split(' ').filter(Boolean))).toThrow(says);
});

test('the Slack CLI finds the manifest between its boundaries', () => {
  const args = ['--protocol=message-boundaries', '--boundary=b0und'];
  const output = buildManifestOutput(args, { source: readManifest(), publicUrl: EXAMPLE });
  const [, between = ''] = output.split('b0und');
  expect(JSON.parse(between)).toEqual(source);
});

test('the Slack CLI uses our hook for the manifest and its own for the rest', () => {
  const text = readFileSync(new URL('../../../.slack/hooks.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    hooks: {
      'get-hooks': expect.stringContaining('@slack/cli-hooks'),
      'get-manifest': 'npm run --silent manifest --',
    },
  });
});

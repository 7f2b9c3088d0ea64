import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { givenWorkspace } from './given-workspace.ts';
import type { LocalSlackOptions } from './local-slack-api.ts';
import { readManifest } from './read-manifest.ts';

export const USAGE = `Usage: local-slack [options]

  --app <address>       where the app listens, as http://127.0.0.1:3000; requests go to /slack/events there, unless it
                        has a path. Not needed in Socket Mode
  --manifest <file>     the app's manifest (JSON): its name, commands, shortcuts, events and scopes
  --people <file>       people and channels (JSON) instead of the usual ones
  --port <number>       of the page and the Web API; default 4000
  --name <words>        the app's name; default: the manifest's
  --icon <file>         its picture
  --panels <address>    of a script that adds panels to the page
  --signing-secret, --bot-token, --app-token <secret>
                        what the app is started with; default: made up, and printed
`;

/** A fault of the command line, for the person who typed it. */
export class WrongOption extends Error {}

const OPTIONS = {
  app: { type: 'string' },
  manifest: { type: 'string' },
  people: { type: 'string' },
  port: { type: 'string' },
  name: { type: 'string' },
  icon: { type: 'string' },
  panels: { type: 'string' },
  'signing-secret': { type: 'string' },
  'bot-token': { type: 'string' },
  'app-token': { type: 'string' },
  help: { type: 'boolean' },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error));
  }
};

const readJson = <T>(option: string, file: string, read: (value: unknown) => T): T => {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new WrongOption(`--${option} ${file}: ${why}`);
  }
};

const readAddress = (option: string, address: string): string => {
  if (URL.canParse(address) && new URL(address).protocol === 'http:') return address;
  throw new WrongOption(`--${option} ${address}: an address begins with http://`);
};

const readPort = (text: string): number => {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new WrongOption(`--port ${text}: a port is a number from 0 to 65535`);
};

/** Reads the command line; null asks for help. Throws `WrongOption`. */
export const readOptions = (args: readonly string[]): LocalSlackOptions | null => {
  const given = parse(args);
  if (given.help) return null;
  const manifest =
    given.manifest === undefined ? undefined : readJson('manifest', given.manifest, readManifest);
  const people =
    given.people === undefined
      ? undefined
      : readJson('people', given.people, (value) => givenWorkspace.parse(value));
  const name = given.name ?? manifest?.name;
  return {
    port: readPort(given.port ?? '4000'),
    appToken: given['app-token'] ?? 'xapp-local-app-token',
    ...(name === undefined || name === null ? {} : { appName: name }),
    ...(given.app === undefined ? {} : { appUrl: readAddress('app', given.app) }),
    ...(manifest === undefined ? {} : { manifest: manifest.features, scopes: manifest.scopes }),
    ...(people === undefined ? {} : { workspace: people }),
    ...(given['signing-secret'] === undefined ? {} : { signingSecret: given['signing-secret'] }),
    ...(given['bot-token'] === undefined ? {} : { botToken: given['bot-token'] }),
    page: {
      ...(given.icon === undefined ? {} : { icon: given.icon }),
      ...(given.panels === undefined ? {} : { panels: readAddress('panels', given.panels) }),
    },
  };
};

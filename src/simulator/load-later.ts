import { readdirSync } from 'node:fs';

/** Rooms whose parts the app loads when it first needs them. */
const ROOMS = [
  '../approvals/',
  '../audit/',
  '../daily-close/',
  '../exports/',
  '../links/card/',
  '../links/checks/',
  '../reports/',
  '../workspaces/',
];

/** Loading takes real time, which is to take no part in the order of things. */
export const loadLater = async (): Promise<void> => {
  for (const room of ROOMS) {
    const folder = new URL(room, import.meta.url);
    for (const file of readdirSync(folder))
      if (file.endsWith('.js')) await import(new URL(file, folder).href);
  }
};

import { readdirSync } from 'node:fs';

/** Rooms the app loads parts of on first use. */
const ROOMS = [
  '../src/approvals/',
  '../src/audit/',
  '../src/batches/',
  '../src/daily-close/',
  '../src/delivery/pictures/',
  '../src/exports/',
  '../src/links/card/',
  '../src/links/checks/',
  '../src/links/form/',
  '../src/links/hand-over/',
  '../src/reports/',
  '../src/workspaces/',
];

/** Load them in advance: loading takes real time, which must not affect the order of events. */
export const loadLater = async (): Promise<void> => {
  for (const room of ROOMS) {
    const folder = new URL(room, import.meta.url);
    for (const file of readdirSync(folder))
      if (file.endsWith('.js')) await import(new URL(file, folder).href);
  }
};

import { readFileSync } from 'node:fs';

export const NEVER_SEEN_FILE = new URL('never-seen.json', import.meta.url);

/** Texts of views that no test shows yet. `npm run record` takes out what a test shows; nothing may come in. */
export const NEVER_SEEN: readonly string[] = JSON.parse(readFileSync(NEVER_SEEN_FILE, 'utf8'));

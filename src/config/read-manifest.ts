import { readFileSync } from 'node:fs';
import { type Manifest, manifestSchema } from './manifest-schema.ts';

/** Beside package.json, two folders up both in `src/` and in `dist/`. */
const SOURCE = new URL('../../manifest.json', import.meta.url);

/** `manifest.json`, the one source of what Slack is told of this app. Throws when it is not of Slack's shape. */
export const readManifest = (): Manifest => manifestSchema.parse(JSON.parse(readFileSync(SOURCE, 'utf8')));

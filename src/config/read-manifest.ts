import { readFileSync } from 'node:fs';
import { type Manifest, manifestSchema } from './manifest-schema.ts';

/** Next to package.json, two folders up from both `src/` and `dist/`. */
const SOURCE = new URL('../../manifest.json', import.meta.url);

/** `manifest.json`, the single source for the app's registration at Slack. Throws when its shape is not Slack's. */
export const readManifest = (): Manifest => manifestSchema.parse(JSON.parse(readFileSync(SOURCE, 'utf8')));

import { createRequire } from 'node:module';
import { type Manifest, manifestSchema } from './manifest-schema.ts';

/** `manifest.json`, the single source for the app's registration at Slack. Throws when its shape is not Slack's. */
export const readManifest = (): Manifest =>
  manifestSchema.parse(createRequire(import.meta.url)('#manifest.json'));

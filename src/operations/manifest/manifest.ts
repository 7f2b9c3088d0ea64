import { existsSync } from 'node:fs';
import { readManifest } from '../../config/read-manifest.ts';
import { buildManifestOutput, MANIFEST_USAGE, ManifestUsageError } from './manifest-output.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const publicUrl = process.env['PUBLIC_URL'];
  process.stdout.write(buildManifestOutput(process.argv.slice(2), { source: readManifest(), publicUrl }));
} catch (error) {
  if (!(error instanceof ManifestUsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${MANIFEST_USAGE}`);
  process.exitCode = 1;
}

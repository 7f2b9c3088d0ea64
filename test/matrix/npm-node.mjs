// Node versions from npm, in a folder that the project's own install does not touch.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest that `engines` allows, and the lines that are maintained. */
export const NODE_VERSIONS = JSON.parse(
  readFileSync(new URL('./node-versions.json', import.meta.url), 'utf8'),
);
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'matrix');

/** The `node` package's name for this platform's executable. */
const packageOfPlatform = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

const folderOf = (version) => join(CACHE, 'node_modules', `node-${version}`, 'bin');

export const executableOf = (version) =>
  join(folderOf(version), process.platform === 'win32' ? 'node.exe' : 'node');

/** First in PATH, so that every `node` is this one. */
export const environmentOf = (version) => ({
  ...process.env,
  PATH: `${folderOf(version)}${delimiter}${process.env.PATH ?? ''}`,
});

export const seenVersion = (version) => {
  try {
    return execFileSync(executableOf(version), ['--version'], { encoding: 'utf8' }).trim().slice(1);
  } catch {
    return null;
  }
};

/** The npm that runs this, otherwise the one in PATH. */
export const runNpm = (args, options = {}) => {
  const all = [...args, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm) execFileSync(process.execPath, [npm, ...all], { stdio: 'inherit', ...options });
  else execFileSync('npm', all, { stdio: 'inherit', shell: process.platform === 'win32', ...options });
};

/** All at once: npm would remove those not named in an install. */
export const installMissing = () => {
  if (NODE_VERSIONS.every((version) => seenVersion(version) !== null)) return;
  mkdirSync(CACHE, { recursive: true });
  const wanted = NODE_VERSIONS.map((version) => `node-${version}@npm:${packageOfPlatform()}@${version}`);
  runNpm(['install', '--no-save', '--prefix', CACHE, ...wanted]);
};

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Says which code was built: its commit, from COMMIT where there is no history, as in an image; else a hash of the sources.
const root = fileURLToPath(new URL('../..', import.meta.url));

const askGit = () => {
  try {
    const words = ['describe', '--always', '--dirty', '--exclude=*'];
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
};

const hashSources = () => {
  const hash = createHash('sha256');
  const paths = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((name) => /\.(ts|json)$/.test(name)).sort())
    hash.update(readFileSync(`${root}/src/${path}`));
  return `src-${hash.digest('hex').slice(0, 12)}`;
};

const build = process.env['COMMIT']?.slice(0, 12) || askGit() || hashSources();
writeFileSync(`${root}/dist/build.json`, `${JSON.stringify({ build })}\n`);

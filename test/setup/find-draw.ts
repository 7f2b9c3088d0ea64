import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where there is no history, as in an archive of the sources. */
const FIXED = '0000000';

/**
 * Which of similar rows `npm test` runs: those of this commit, so that a run can be repeated and other commits run
 * others. `SAMPLE_OF` names another commit.
 */
export const findDraw = (root: string, given: string | undefined): string => {
  if (given !== undefined) {
    if (!/^[0-9a-f]{7,40}$/.test(given))
      throw new Error('SAMPLE_OF takes the hash of a commit, 7 digits or more.');
    return given.slice(0, FIXED.length);
  }
  // An archive may lie in somebody else's repository.
  if (!existsSync(`${root}/.git`)) return FIXED;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).slice(0, FIXED.length);
  } catch {
    return FIXED;
  }
};

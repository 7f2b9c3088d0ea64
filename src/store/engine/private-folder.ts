import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Rights of the group and of everybody else. */
const OTHERS = 0o077;
/** Of what Paylink writes into its folder: the database, what SQLite keeps beside it, backups, exports under way. */
const OURS = /^paylink\.|^exports$/;
/** Made by their names alone, so that SQLite finds them with the rights that its further files inherit. */
const MADE_FIRST = ['paylink.db', 'paylink.lock'];

/**
 * Makes `dataDir` and what Paylink keeps in it readable to its owner alone, and gives a line with the remedy for each
 * path that others can still open: of another owner, or on a file system without such rights.
 */
export const makeFolderPrivate = (dataDir: string): string[] => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of MADE_FIRST) makeFile(join(dataDir, name));
  // Windows has other rights, which these calls do not know.
  if (process.platform === 'win32') return [];
  return listOurs(resolve(dataDir)).flatMap(close);
};

/** Never opens one that is there: closing it again would end the locks that this process has on it. */
function makeFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
}

function listOurs(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => OURS.test(name));
  return [
    folder,
    ...inside.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
      return [path, ...readdirSync(path).map((name) => join(path, name))];
    }),
  ];
}

function close(path: string): string[] {
  const isOpen = () => (statSync(path).mode & OTHERS) !== 0;
  if (!isOpen()) return [];
  const mode = statSync(path).isDirectory() ? 0o700 : 0o600;
  try {
    chmodSync(path, mode);
  } catch (error) {
    return [
      `${describe(path, mode)} (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`,
    ];
  }
  return isOpen() ? [`${describe(path, mode)} (its file system does not keep rights)`] : [];
}

const describe = (path: string, mode: number): string =>
  `${path} holds customers' data, and other users of this machine may open it: as its owner run chmod ${mode.toString(8)} ${path}, or set DATA_DIR to a folder that belongs to the user that runs Paylink alone`;

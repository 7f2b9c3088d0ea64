import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** The folder of the package that a module is part of. Null: it is one of ours. */
const findFolder = (module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? null;

/** What is installed beside the bundle, on every platform: not all of it is installed on this one. */
const listBeside = (root) =>
  Object.entries(readJson(root, 'package-lock.json').packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => {
      const [, name] = /.*node_modules\/(.*)/.exec(path);
      return { name, version, license, folder: join(root, path) };
    });

const describe = ({
  name,
  version,
  licenses,
  license = licenses?.map(({ type }) => type).join(' or '),
  folder,
}) => {
  if (typeof license !== 'string' || license === '')
    throw new Error(`${name} ${version} does not name its licence.`);
  const notices = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}: ${license}`, ...notices].join('\n\n');
};

/**
 * What is said of each package whose code is shipped: those of the bundle's modules, and those beside it. Throws if one
 * does not name its licence.
 */
export const describePackages = ({ modules, root }) => {
  const folders = [...new Set(modules.map(findFolder))].filter((folder) => folder !== null);
  const bundled = folders.map((folder) => ({ ...readJson(folder, 'package.json'), folder }));
  // The same package may stand in several folders.
  const texts = [...new Set([...bundled, ...listBeside(root)].map(describe))].sort();
  const intro = 'Paylink is shipped with these packages, each under its own licence.';
  return `${[intro, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};

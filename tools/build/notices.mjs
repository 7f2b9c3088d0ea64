import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MODULES = '/node_modules/';

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of the package that a module is part of; null: it is one of ours. */
const findFolder = (module) => {
  const start = module.lastIndexOf(NODE_MODULES) + NODE_MODULES.length;
  if (start < NODE_MODULES.length) return null;
  const [scope, name] = module.slice(start).split('/');
  return module.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
};

/** The folders of a package and of all that it needs. An optional one that is for another platform is not installed. */
const listNeeded = (folder, root) => {
  const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
  const needed = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) =>
    [folder, root]
      .map((place) => join(place, NODE_MODULES, name))
      .filter(existsSync)
      .slice(0, 1),
  );
  return [folder, ...needed.flatMap((one) => listNeeded(one, root))];
};

const describe = (folder) => {
  const {
    name,
    version,
    licenses,
    license = licenses?.map(({ type }) => type).join(' or '),
  } = readPackage(folder);
  if (typeof license !== 'string' || license === '')
    throw new Error(`${name} ${version} does not name its licence.`);
  const notices = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { title: `${name} ${version}`, text: [`${name} ${version}: ${license}`, ...notices].join('\n\n') };
};

/**
 * What is said of each package whose code is shipped: those of the bundle's modules, and those that stay outside with all
 * that they need. Throws if one does not name its licence.
 */
export const describePackages = ({ modules, outside, root }) => {
  const folders = new Set([
    ...modules.map(findFolder).filter((folder) => folder !== null),
    ...outside.flatMap((name) => listNeeded(join(root, NODE_MODULES, name), root)),
  ]);
  const described = new Map([...folders].map(describe).map(({ title, text }) => [title, text]));
  const texts = [...described].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return `${['Paylink is shipped with these packages, each under its own licence.', ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};

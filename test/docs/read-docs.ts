import { readdirSync, readFileSync } from 'node:fs';

export const ROOT = new URL('../../', import.meta.url);

export const readFile = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const listMarkdown = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`);

/** Every text that is written for people, by its path from the root. */
export const readDocs = (): { path: string; text: string }[] =>
  [...listMarkdown('./'), ...listMarkdown('./docs/')].map((path) => ({
    path: path.slice(2),
    text: readFile(path),
  }));

/** The cells of every table whose first heading is `heading`, without the headings themselves. */
export const readTables = (text: string, heading: string): string[][] => {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isInside = false;
    else if (line.startsWith(`| ${heading} |`.replace('  ', ' '))) isInside = true;
    else if (isInside && !/^\|[-:| ]+\|$/.test(line)) rows.push(readCells(line));
  }
  return rows;
};

/** A bar inside a cell is written with a backslash before it. */
function readCells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The text between backticks at the beginning of a cell. */
export const codeOf = (cell = ''): string | null => /^`([^`]+)`/.exec(cell)?.[1] ?? null;

/** Everything between backticks or inside a fence. */
export const readCode = (text: string): string[] => [
  ...[...text.matchAll(/^ *```[a-z]*\n(.*?)^ *```/gms)].map((match) => match[1] ?? ''),
  ...[...text.replace(/^ *```[a-z]*\n.*?^ *```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    (match) => match[1] ?? '',
  ),
];

/** `paylink …`. */
export const SUBCOMMANDS: readonly string[] = [
  ...readFile('src/cli.ts').matchAll(/^(?:const USAGE = `)?paylink ([a-z-]+)(?: |$)/gm),
].map(([, name = '']) => name);

/** Sources of the app by their path from the root. */
export const readSources = (): { path: string; text: string }[] =>
  readdirSync(new URL('src/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `src/${path}`, text: readFile(`src/${path}`) }));

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Where a name is used: how many functions deep, and in which function of its module. */
interface Use {
  file: string;
  depth: number;
  within: string | null;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const isFunction = ({ type }: Node): boolean => /^(Arrow)?Function(Declaration|Expression)$/.test(type);
const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : null;

/** `z.object(…)` and `rowSchema.nullable()` make a schema; `rowSchema.parse(…)` uses one. */
function makesSchema({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
  const object = nameOf(callee.object) ?? nameOf((callee.object as Node).property) ?? '';
  return object === 'z' || (/schema$/i.test(object) && !/parse/i.test(nameOf(callee.property) ?? ''));
}

/** What is given to these runs before they return. */
const AT_ONCE = new Set(['map', 'flatMap']);

/**
 * Every schema that is made more than once: in a function that is not only called while modules load. A module's function
 * may make schemas for other modules that are loading.
 */
function findMadeAgain(files: ReadonlyMap<string, string>): string[] {
  const made: (Use & { text: string })[] = [];
  /** Functions that stand beside schemas: others make none. */
  const beside = [...files.values()].filter((source) => source.includes('zod') || !source.includes('import'));
  const makers = new Set(beside.flatMap((source) => source.match(/(?<=(?:const|function) )\w+/g) ?? []));
  /** By `file name` of what a module declares: where it is called, and where it is passed on. */
  const uses = new Map<string, (Use & { isCall: boolean })[]>();

  for (const [file, source] of files) {
    const homes = new Map<string, string>();
    const visit = (
      node: Node,
      depth: number,
      within: string | null,
      as: 'callee' | 'at-once' | '' = '',
    ): void => {
      const { start, end } = node as unknown as { start: number; end: number };
      if (makesSchema(node)) made.push({ file, depth, within, text: source.slice(start, end) });
      const name = nameOf(node);
      if (name !== null && makers.has(name)) {
        const key = `${homes.get(name) ?? file} ${name}`;
        const known = uses.get(key) ?? [];
        known.push({ file, depth, within, isCall: as === 'callee' });
        uses.set(key, known);
      }
      const deeper = depth + (isFunction(node) && as !== 'at-once' ? 1 : 0);
      const callsAtOnce = AT_ONCE.has(nameOf((node.callee as Node | undefined)?.property) ?? '');
      const isNamed = isFunction(node) || (isNode(node.init) && isFunction(node.init));
      const own = within ?? (isNamed ? nameOf(node.id) : null);
      for (const [key, value] of Object.entries(node)) {
        // A declaration's own name, a property's name: no use of it.
        if (key === 'id' || (!node.computed && (key === 'property' || key === 'key'))) continue;
        for (const child of Array.isArray(value) ? value : [value])
          if (isNode(child))
            visit(
              child,
              deeper,
              own,
              key === 'callee' ? key : key === 'arguments' && callsAtOnce ? 'at-once' : '',
            );
      }
    };
    for (const statement of parseAst(source, { lang: 'ts' }, file).body as unknown as Node[])
      if (statement.type === 'ImportDeclaration') {
        const from = String((statement.source as Node).value);
        for (const { imported, local } of statement.specifiers as Node[])
          if (from.startsWith('.') && nameOf(imported) === nameOf(local))
            homes.set(String(nameOf(local)), join(dirname(file), from));
      } else visit(statement, 0, null);
  }

  const runsOnLoad = ({ file, depth, within }: Use): boolean => {
    const found = uses.get(`${file} ${within}`) ?? [];
    return (
      depth === 0 || (depth === 1 && found.length > 0 && found.every((use) => use.isCall && runsOnLoad(use)))
    );
  };
  return made.filter((use) => !runsOnLoad(use)).map(({ file, text }) => `${file}: ${text.split('\n')[0]}`);
}

const SRC = fileURLToPath(new URL('../src', import.meta.url));

test('a schema is made once, when its module loads', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const sources = files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const);
  expect(findMadeAgain(new Map(sources))).toEqual([]);
});

test.each([
  ['in a function', 'export const read = (text: string) => z.string().parse(text);'],
  ['in a function of a function', 'const make = () => () => z.string(); const one = make();'],
  ['in a method', 'class Reader { read() { return z.string(); } }'],
  ['from another schema', 'export function read(rowSchema: S) { return rowSchema.nullable(); }'],
  [
    'by a maker that is called in a function',
    'const word = () => z.string(); const read = () => word(); list.map(read);',
  ],
  ['by a maker that is passed on', 'const word = () => z.string(); list.map(word);'],
])('a schema is noticed that is made %s', (_, source) => {
  expect(findMadeAgain(new Map([['a.ts', source]]))).toHaveLength(1);
});

test('a maker may make one for each row of a list', () => {
  const source =
    'const shapeOf = (rows) => rows.map(({ schema }) => schema.nullable()); const shape = shapeOf(ROWS);';
  expect(findMadeAgain(new Map([['a.ts', source]]))).toEqual([]);
});

test('a maker may be imported, and be called by another maker', () => {
  const maker = 'export const word = () => z.string(); export const words = () => word().array();';
  const user = (line: string) => `import { words } from './a.ts'; ${line}`;
  const findIn = (line: string) =>
    findMadeAgain(
      new Map([
        ['room/a.ts', maker],
        ['room/b.ts', user(line)],
      ]),
    );
  expect(findIn('const listSchema = words(); export const read = (text) => listSchema.parse(text);')).toEqual(
    [],
  );
  expect(findIn('export const read = (text) => words().parse(text);')).toEqual(['room/a.ts: z.string()']);
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUDGET = join(ROOT, 'test/house-budget.json');
/** The files that lie in `src/` itself. */
const TOP = '(top)';

/**
 * How large the product is: the lines of each room of `src/`, the kinds of job, the tables, and what is exported for one
 * file alone. It counts text, so that it needs no build.
 */
export function measureHouse() {
  const files = new Map(
    readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => [file, readFileSync(join(ROOT, 'src', file), 'utf8')]),
  );
  const rooms = {};
  for (const [file, text] of files) {
    const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : TOP;
    rooms[room] ??= { lines: 0, files: 0 };
    rooms[room].lines += text.split('\n').length - 1;
    rooms[room].files += 1;
  }
  const all = [...files.values()].join('\n');
  return {
    rooms,
    kindsOfJob: countRows(files.get('store/job-kinds.ts'), /QUEUE_OF = \{\n(.*?)\n\}/s),
    tables: countRows(files.get('store/schema.ts'), /TABLES = \{\n(.*?)\n\}/s),
    picks: all.match(/\bPick</g)?.length ?? 0,
    alone: listAlone(files),
  };
}

/** Throws if the table is not where it was. */
function countRows(text, pattern) {
  const [, rows] = pattern.exec(text ?? '') ?? [];
  if (rows === undefined) throw new Error(`there is no ${pattern}`);
  return rows.split('\n').filter((row) => /^ {2}['\w].*,$/.test(row)).length;
}

/** What is exported, and named in no other file of `src/`: `file name`. */
function listAlone(files) {
  const named = new Map();
  for (const [file, text] of files)
    for (const word of new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []))
      named.set(word, named.has(word) ? null : file);
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:const|function|class|interface|type|async function) ([\p{L}\p{N}_$]+)/gmu)]
      .map(([, name = '']) => name)
      .filter((name) => named.get(name) === file)
      .map((name) => `${file} ${name}`),
  );
}

/** What may not grow: the lines of each room, and how many kinds of job and tables there are. */
const limitsOf = ({ rooms, kindsOfJob, tables }) => ({
  kindsOfJob,
  tables,
  rooms: Object.fromEntries(Object.entries(rooms).map(([room, { lines }]) => [room, lines])),
});

export const readBudget = () => JSON.parse(readFileSync(BUDGET, 'utf8'));

/** What is larger than its budget allows, one sentence each. */
export function findTooLarge(house, budget) {
  const now = limitsOf(house);
  const over = (what, is, may) => (is > may ? [`${what}: ${is}, and its budget is ${may}`] : []);
  return [
    ...over('kinds of job', now.kindsOfJob, budget.kindsOfJob),
    ...over('tables', now.tables, budget.tables),
    ...Object.entries(now.rooms).flatMap(([room, lines]) => over(room, lines, budget.rooms[room] ?? 0)),
  ];
}

/** A room far below its budget may grow again unseen. */
const MUCH = 50;

/** Rooms whose number is to be lowered, one sentence each. */
export function findMuchSmaller(house, budget) {
  const { rooms } = limitsOf(house);
  return Object.entries(budget.rooms)
    .filter(([room, may]) => may - (rooms[room] ?? 0) > MUCH)
    .map(([room, may]) => `${room}: ${rooms[room] ?? 0}, below its budget of ${may}: lower it (--lower)`);
}

/** The budget with each number as small as the house is; never larger, and without rooms that are gone. */
function lower(budget, house) {
  const now = limitsOf(house);
  return {
    kindsOfJob: Math.min(budget.kindsOfJob, now.kindsOfJob),
    tables: Math.min(budget.tables, now.tables),
    rooms: Object.fromEntries(
      Object.entries(budget.rooms)
        .filter(([room]) => room in now.rooms)
        .map(([room, lines]) => [room, Math.min(lines, now.rooms[room])]),
    ),
  };
}

function main(options) {
  const house = measureHouse();
  const written = readBudget();
  if (options.includes('--exports')) {
    process.stdout.write(`${house.alone.join('\n')}\n`);
    return;
  }
  const budget = options.includes('--lower') ? lower(written, house) : written;
  if (budget !== written) writeFileSync(BUDGET, `${JSON.stringify(budget, null, 2)}\n`);
  const sum = (what) => Object.values(house.rooms).reduce((all, room) => all + room[what], 0);
  const row = (name, lines, files, may) =>
    `${name.padEnd(18)}${String(lines).padStart(8)}${String(files).padStart(7)}${String(may).padStart(9)}`;
  const rows = Object.entries(house.rooms)
    .sort(([, one], [, other]) => other.lines - one.lines)
    .map(([room, { lines, files }]) => row(room, lines, files, budget.rooms[room] ?? 'none'));
  const tooLarge = findTooLarge(house, budget);
  process.stdout.write(
    `${[
      row('room', 'lines', 'files', 'budget'),
      ...rows,
      row('all', sum('lines'), sum('files'), ''),
      '',
      `kinds of job: ${house.kindsOfJob}, of ${budget.kindsOfJob}`,
      `tables: ${house.tables}, of ${budget.tables}`,
      `Pick<: ${house.picks}`,
      `exported for one file: ${house.alone.length} (--exports lists them)`,
      ...tooLarge,
      ...findMuchSmaller(house, budget),
    ].join('\n')}\n`,
  );
  if (tooLarge.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limits as limitsOfLocalSlack } from '../packages/local-slack/src/limits.ts';
import { limits } from '../src/blocks/limits.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const LOCAL_SLACK = fileURLToPath(new URL('../packages/local-slack/src', import.meta.url));
const TOOLS = fileURLToPath(new URL('../tools', import.meta.url));

interface Import {
  file: string;
  room: string;
  /** Path below `src/` for our own files, the package's name otherwise. */
  target: string;
  isOurs: boolean;
  /** Gone when it runs. */
  isType: boolean;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const readImports = (folder: string): Import[] =>
  listFiles(folder).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return [...source.matchAll(/(import type [^;']*)?(?:from|import\()\s*'([^']+)'/g)].map(
      ([, type, target = '']) => {
        const isOurs = target.startsWith('.');
        return {
          file,
          room: file.includes('/') ? (file.split('/')[0] ?? '') : '',
          target: isOurs ? relative(SRC, join(folder, dirname(file), target)) : target,
          isOurs,
          isType: type !== undefined,
        };
      },
    );
  });

const IMPORTS = readImports(SRC);

const offenders = (isOffence: (found: Import) => boolean) =>
  IMPORTS.filter(isOffence).map((found) => `${found.file} -> ${found.target}`);

const isIn = (target: string, rooms: string[]) => rooms.some((room) => target.startsWith(`${room}/`));

test('the payment service client could be published alone', () => {
  expect(
    offenders(
      (found) => found.room === 'payment-service' && found.isOurs && !isIn(found.target, ['payment-service']),
    ),
  ).toEqual([]);
});

test('payments/ imports only itself and the payment service client', () => {
  expect(
    offenders(
      (found) =>
        found.room === 'payments' && !(found.isOurs && isIn(found.target, ['payments', 'payment-service'])),
    ),
  ).toEqual([]);
});

/** What each room of a part of the picture in docs/architecture.md may import. A room belongs where it is first drawn. */
const readArrows = (part: string, known: object = {}): Record<string, readonly string[]> => {
  const [, drawn = ''] = new RegExp(`subgraph ${part}\n(.*?)\n {2}end`, 's').exec(PICTURE) ?? [];
  const arrows = drawn.split('\n').map((line) => line.trim().split(' --> '));
  const targets = arrows.map(([from = '', to = '']) => [from, to.split(' & ')] as const);
  const others = targets.flatMap(([, to]) => to.filter((room) => !(room in known)));
  return { ...Object.fromEntries(others.map((room) => [room, []])), ...Object.fromEntries(targets) };
};

const PICTURE = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');

const ARROWS = readArrows('features');
/** What every feature stands on, and what of the kernel each of it stands on. */
const KERNEL = readArrows('kernel', ARROWS);

const roomOf = (target: string): string => (target.includes('/') ? (target.split('/')[0] ?? '') : '');

test('a room imports the kernel, and other rooms only along the arrows', () => {
  const isDrawn = ({ room, target }: Import): boolean => {
    const to = roomOf(target);
    // Beside the rooms lie the clock, ids and the log.
    if (to === '' || to === room) return true;
    const kernel = KERNEL[room];
    const others = ARROWS[room];
    return kernel?.includes(to) ?? (others !== undefined && (to in KERNEL || others.includes(to)));
  };
  expect(offenders((found) => found.isOurs && found.room !== '' && !isDrawn(found))).toEqual([]);
});

test('every arrow is used', () => {
  const gone = new Set(IMPORTS.map(({ room, target }) => `${room} ${roomOf(target)}`));
  const idle = Object.entries({ ...ARROWS, ...KERNEL }).flatMap(([room, others]) =>
    others.filter((to) => !gone.has(`${room} ${to}`)).map((to) => `${room} ${to}`),
  );
  expect(idle).toEqual([]);
});

test('links are issued without the form', () => {
  const issuing = IMPORTS.filter(({ file }) => file.startsWith('links/issuing/'));
  expect(issuing.length).toBeGreaterThan(20);
  expect(issuing.filter(({ target }) => isIn(target, ['links/form']))).toEqual([]);
});

test('there is no circle of rooms', () => {
  const drawn = { ...ARROWS, ...KERNEL };
  const reach = (room: string, seen: readonly string[]): string[] =>
    seen.includes(room)
      ? [[...seen, room].join(' -> ')]
      : (drawn[room] ?? []).flatMap((to) => reach(to, [...seen, room]));
  expect(Object.keys(drawn).flatMap((room) => reach(room, []))).toEqual([]);
});

/** What there is: the one file that knows every feature and that every feature knows, as types. */
const APP_PARTS = 'app-parts.ts';

test('features know the whole app as types alone, and the kernel does not', () => {
  const isKernel = ({ room }: Import) => room in KERNEL || ['payments', 'payment-service'].includes(room);
  const known = IMPORTS.filter(({ target }) => target === APP_PARTS);
  expect(known.length).toBeGreaterThan(50);
  expect(known.filter((found) => !found.isType || isKernel(found))).toEqual([]);
  expect(IMPORTS.filter(({ file, isType }) => file === APP_PARTS && !isType)).toEqual([]);
});

/** Of the local Slack, the file that names all its parts as types, as `app-parts.ts` does of the app. */
const WORLD = 'slack-world.ts';

test.each([
  ['src', SRC, APP_PARTS],
  ['packages/local-slack', LOCAL_SLACK, WORLD],
  ['tools', TOOLS, null],
])('there is no circle of files in %s', (_, folder, hub) => {
  const ours = readImports(folder)
    .filter(({ isOurs }) => isOurs)
    .map(({ file, target }) => ({ file, target: relative(folder, join(SRC, target)) }))
    .filter(({ target }) => target !== hub);
  const circles: string[] = [];
  const walked = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || walked.has(file)) return;
    for (const found of ours) if (found.file === file) walk(found.target, [...way, file]);
    walked.add(file);
  };
  for (const { file } of ours) walk(file, []);
  expect(circles).toEqual([]);
});

test('views are pure: Slack only as types, no input or output, no clock', () => {
  const isDrawn = ({ file }: Import) => /-view\.ts$|^blocks\//.test(file) && !file.startsWith('slack/');
  const words = [
    'slack/slack-errors.ts',
    'slack/explain-refused-place.ts',
    'slack/fields.ts',
    'slack/refused.ts',
  ];
  const isPure = ({ target, isOurs }: Import) =>
    isOurs
      ? words.includes(target) ||
        !/(^|\/)(clock|ids|log|app-parts|[\w-]*dependencies)\.ts$|^(delivery|slack|web)\//.test(target)
      : target === '@slack/types' || target === 'zod';
  expect(offenders((found) => (isDrawn(found) || words.includes(found.file)) && !isPure(found))).toEqual([]);
});

test('no Slack error code appears outside the one table', () => {
  const table = 'slack/slack-errors.ts';
  const codes = [
    ...readFileSync(join(SRC, table), 'utf8').matchAll(
      /^ {2}([a-z]+(?:_[a-z]+)*): \{ ?$|^ {2}([a-z_]+): \{ why/gm,
    ),
  ].map(([, long, short]) => long ?? short ?? '');
  expect(codes.length).toBeGreaterThan(75);
  // As a string, a key or a part of a pattern; in comments and in documents they are words.
  const named = new RegExp(`(?:['"/|(](?:${codes.join('|')})['"/|)$]|^\\s+(?:${codes.join('|')}): )`, 'm');
  const withoutComments = (text: string) => text.replaceAll(/^\s*(\/\*)?\*.*$|\/\/.*$/gm, '');
  const offending = listFiles(SRC).filter(
    (file) => file !== table && named.test(withoutComments(readFileSync(join(SRC, file), 'utf8'))),
  );
  expect(offending).toEqual([]);
});

test('SQL stands in the store, and in files of rooms named *-store.ts', () => {
  const isAllowed = (file: string) => file.startsWith('store/') || file.endsWith('-store.ts');
  expect(
    offenders(({ file, target }) => ['libsql', 'kysely', 'pg'].includes(target) && !isAllowed(file)),
  ).toEqual([]);
  const asks = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/;
  const asking = listFiles(SRC).filter((file) => asks.test(readFileSync(join(SRC, file), 'utf8')));
  expect(asking.filter((file) => !isAllowed(file) && file !== 'open-store.ts')).toEqual([]);
});

test('the app imports nothing from outside src', () => {
  expect(offenders((found) => found.isOurs && found.target.startsWith('..'))).toEqual([]);
});

test('the local Slack imports only itself, Node and two packages, and its page only itself', () => {
  const taken = readImports(LOCAL_SLACK);
  const isOwn = ({ target }: Import) => !relative(LOCAL_SLACK, join(SRC, target)).startsWith('..');
  const isAllowed = (found: Import) =>
    found.isOurs ? isOwn(found) : found.target.startsWith('node:') || ['ws', 'zod'].includes(found.target);
  expect(taken.filter((found) => !isAllowed(found))).toEqual([]);
  const page = taken.filter(({ room }) => room === 'page');
  expect(page.length).toBeGreaterThan(100);
  const inPage = (target: string) => relative(join(LOCAL_SLACK, 'page'), join(SRC, target));
  expect(
    page.filter(({ target, isOurs }) => (isOurs ? inPage(target).startsWith('..') : target !== 'zod')),
  ).toEqual([]);
  const world = taken.filter(({ target }) => target.endsWith(`/${WORLD}`));
  expect(world.filter(({ isType }) => !isType)).toEqual([]);
});

test('the limits that the app keeps are those of the local Slack', () => {
  expect(limitsOfLocalSlack).toMatchObject(limits);
});

test('the sandbox and the demo import only the schema of a request from the app', () => {
  const taken = ['sandbox', 'demo']
    .flatMap((folder) => readImports(join(TOOLS, folder)))
    .filter(({ isOurs, target }) => isOurs && !target.startsWith('..'));
  expect(new Set(taken.map(({ target }) => target))).toEqual(new Set(['payment-service/link-request.ts']));
});

test('only the entry points read the environment', () => {
  const readers = listFiles(SRC).filter((file) =>
    readFileSync(join(SRC, file), 'utf8').includes('process.env'),
  );
  expect(readers.sort()).toEqual([
    'index.ts',
    'operations/adopt.ts',
    'operations/backup.ts',
    'operations/doctor/doctor.ts',
    'operations/manifest.ts',
  ]);
});

test('only one file imports values from Kysely: importing it in two ways would load it twice', () => {
  const loads = /^import (?!type )[^;]*from 'kysely'/m;
  expect(listFiles(SRC).filter((file) => loads.test(readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
});

test('a window gets its inputs from slack/fields.ts alone', () => {
  const makers = listFiles(SRC).filter((file) =>
    readFileSync(join(SRC, file), 'utf8').includes("type: 'input'"),
  );
  expect(makers).toEqual(['slack/fields.ts']);
});

/** What says of one link how it stands, or what came of it, without the other links of its sale. */
const OF_ONE_LINK = [
  ...['moneyOf', 'cameOf', 'broughtBy', 'keptOf', 'isCountedAsPaid', 'settleableOf'],
  ...['ownStateOf', 'labelOfOwn', 'isPaidItself', 'wasMade', 'alone', 'byItself'],
];
/** By which money came: the states of a link, and the findings of its payment. */
const COMPARES =
  /\bstate [!=]== '(?:paid|reported)'|\bfinding [!=]== '(?:confirmed|doubted|partly|mismatch|refunded|disputed)'/;

/** All else takes how the sale stands: `standingOf`, or a link in its sale. */
const MAY_JUDGE_ONE_LINK: Record<string, string> = {
  'closes/daily-difference-view.ts': 'our row beside the one that the service lists',
  'closes/daily-differences.ts': 'the same',
  'figures/sale-figures.ts': 'which of its links a sale had made',
  'links/card/asked-card-view.ts': 'a request, which no money came for',
  'links/card/card-thread-view.ts': 'what happened to one of two parts',
  'links/card/link-details-view.ts': 'its history, and what its own record says',
  'links/card/notice-kinds.ts': 'what happened to it, and whether the next one waits for it',
  'links/card/owner-messages-view.ts': 'a payment that the service says no more',
  'links/card/sale-lines-view.ts': 'each of several payments of a card',
  'links/card/replies.ts': 'what happened to one of two parts',
  'links/card/too-much-view.ts': 'each payment of a sale that is too much',
  'links/form/take-form.ts': 'one that is being made',
  'links/taken-back/take-back.ts': 'payments that count by an answer',
  'payouts/link-payout-store.ts': 'the payment that a payout includes',
  'reconciliation/month-links.ts': 'what came for each beside what the service lists',
  'teaching/ask-about-record.ts': 'whether the question about its record waits',
};

test('only the sale says how a link stands with its money', () => {
  const isOfRooms = (file: string) => /^(store|payments|payment-service|links\/(sale|checks))\//.test(file);
  const judging = listFiles(SRC).filter((file) => {
    const source = readFileSync(join(SRC, file), 'utf8');
    const names = [...source.matchAll(/import (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    );
    return !isOfRooms(file) && (names.some((name) => OF_ONE_LINK.includes(name)) || COMPARES.test(source));
  });
  expect(judging.toSorted()).toEqual(Object.keys(MAY_JUDGE_ONE_LINK).toSorted());
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTE = 60_000;

/** What a test file says that it needs, in a line `// @module-tag …` at its top. */
export const TAGS = {
  long: {
    description:
      'takes minutes of CPU time, or the whole machine: only `npm run test:whole` and naming it run it',
  },
  'by-hand': {
    description:
      'takes a minute of CPU time and tests what seldom changes: only `npm run test:long` and naming it run it',
    timeout: 5 * MINUTE,
  },
  store: {
    description:
      'opens a store, alone or with the whole app: `npm run test:postgres` runs it on PostgreSQL, too',
  },
  postgres: {
    description:
      'opens a store where the database may matter: with a server, `npm run test:whole` runs it on PostgreSQL, too',
  },
  browser: { description: 'drives Chromium, and opens a store on one database only' },
  first: {
    description: 'among the longest: starts first, so that the others run beside it',
  },
} satisfies Record<string, { description: string; timeout?: number }>;

type Tag = keyof typeof TAGS;

const TAGGED = new Map(
  ['test', 'packages/local-slack/test']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => [file, readTags(readFileSync(file, 'utf8'))] as const),
);

function readTags(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^\/\/ @module-tag (\S+)$/gm)].map(([, tag = '']) => tag));
}

export const listTests = (): string[] => [...TAGGED.keys()];

/** The test files with one of these tags, from the folder of the project. */
export const listTagged = (...tags: Tag[]): string[] =>
  [...TAGGED].filter(([, has]) => tags.some((tag) => has.has(tag))).map(([file]) => file);

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOWN_FILE, type Shown } from '../../tools/rehearsal/shown.ts';
import { findReal } from '../shown/find-real.ts';
import { NEVER_SEEN, NEVER_SEEN_FILE } from '../shown/never-seen.ts';
import { listTexts, wordsOf } from '../shown/texts-of-views.ts';

/** `npm run record`: when all has run, keeps the fewest messages and windows that say every text of a view. */
export const teardown = (): void => {
  const folder = process.env['RECORD_SHOWN'];
  if (folder === undefined) return;
  const noted = readdirSync(folder).flatMap((file) => readCandidates(join(folder, file)));
  rmSync(folder, { recursive: true });
  const before = readCandidates(SHOWN_FILE);
  const ran = new Set(noted.map(({ by }) => by));
  // What other tests showed stays.
  const picked = pick([...before.filter(({ by }) => !ran.has(by)), ...noted], before);
  writeFileSync(SHOWN_FILE, picked.map(({ line }) => `${line}\n`).join(''));
  const left = NEVER_SEEN.filter((text) => picked.every(({ words }) => !words.includes(text)));
  writeFileSync(NEVER_SEEN_FILE, `${JSON.stringify(left, null, 2)}\n`);
};

interface Candidate {
  line: string;
  by: string;
  words: string;
  /** The same for two that differ by numbers only. */
  key: string;
}

/** What is longer was made to try limits. */
const LONGEST = 30_000;

const readCandidates = (file: string): Candidate[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && line.length < LONGEST && findReal(line) === null)
    .map((line) => {
      const { by, ...shown }: Shown = JSON.parse(line);
      return { line, by, words: wordsOf(shown), key: JSON.stringify(shown).replaceAll(/\d+/g, '0') };
    });

/** Built by hand, of what no test shows: stays until one does. */
const BY_HAND = 'by hand';

/** So many characters weigh as much as one text. */
const WORTH = 20_000;

const pick = (candidates: readonly Candidate[], before: readonly Candidate[]): Candidate[] => {
  const byKey = new Map(candidates.toSorted(inOrder).map((one) => [one.key, one] as const));
  // Of two that differ by numbers, the one that was there: a run without changes changes nothing.
  const old = new Set(before.filter(({ key }) => byKey.has(key)));
  for (const one of old) byKey.set(one.key, one);
  const open = new Set(listTexts().map(({ text }) => text));
  let rest = [...byKey.values()].map((one) => {
    const texts = [...open].filter((text) => one.words.includes(text));
    const rank = one.by === BY_HAND ? -1_000 : old.has(one) ? 1_000 : 0;
    return { one, texts, bonus: rank - one.line.length / WORTH };
  });
  const picked: Candidate[] = [];
  while (true) {
    for (const each of rest) each.texts = each.texts.filter((text) => open.has(text));
    rest = rest.filter(({ texts }) => texts.length > 0);
    const [first, ...others] = rest;
    if (first === undefined) return picked.toSorted(inOrder);
    let best = first;
    for (const other of others)
      if (other.texts.length + other.bonus > best.texts.length + best.bonus) best = other;
    picked.push(best.one);
    for (const text of best.texts) open.delete(text);
  }
};

const inOrder = (one: Candidate, other: Candidate): number =>
  one.by.localeCompare(other.by) || (one.line < other.line ? -1 : 1);

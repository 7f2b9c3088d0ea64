import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Redactor } from './redact.ts';
import type { Step } from './stage.ts';

const callSchema = z.object({
  number: z.int(),
  what: z.string(),
  method: z.string(),
  expected: z.enum(['yes', 'either']),
  pausedMs: z.number(),
  ms: z.number(),
  end: z.enum(['accepted', 'refused', 'lost']),
  error: z.string().nullable(),
  request: z.record(z.string(), z.unknown()),
  answer: z.record(z.string(), z.unknown()).nullable(),
});

/** One file of the folder. */
export type RecordedCall = z.infer<typeof callSchema>;

/** The folder cannot be used; the message is for people. */
export class FolderError extends Error {
  override name = 'FolderError';
}

interface Recording {
  folder: string;
  add(step: Step): void;
}

/** `day`: `2026-11-22`. Never overwrites files. Throws `FolderError`. */
export const createRecording = ({
  out,
  day,
  redactor,
}: {
  out: string | null;
  day: string;
  redactor: Redactor;
}): Recording => {
  const folder = out ?? findFreeName(`rehearsal-${day}`);
  try {
    // Not recursive: on some file systems Node would retry forever.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    if (readdirSync(folder).length > 0)
      throw new FolderError(`${folder} is not empty. Give another folder with --out.`);
  } catch (error) {
    if (error instanceof FolderError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new FolderError(
      `${folder} cannot be made${code}. Give a folder that can be written with --out, such as /data/rehearsal in a container.`,
    );
  }
  let number = 0;
  return {
    folder,
    add: ({ what, expected, pausedMs, result }) => {
      number += 1;
      const { method, args, answer, end, error, ms } = result;
      const request = redactor.redactRequest(args);
      const call: RecordedCall = {
        number,
        what,
        method,
        expected,
        pausedMs,
        ms,
        end,
        error,
        request,
        answer: answer === null ? null : redactor.redactAnswer(answer),
      };
      const name = `${String(number).padStart(4, '0')}-${method}.json`;
      writeFileSync(join(folder, name), `${JSON.stringify(call, null, 2)}\n`, { mode: 0o600 });
    },
  };
};

function findFreeName(name: string): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(tried)) return tried;
  }
}

/** In recorded order. Throws `FolderError`. */
export const readRecording = (folder: string): RecordedCall[] => {
  const names = list(folder).filter((name) => /^\d{4,}-.*\.json$/.test(name));
  if (names.length === 0) throw new FolderError(`${folder} holds no rehearsal.`);
  return names
    .map((name) => {
      const read = callSchema.safeParse(parse(readFileSync(join(folder, name), 'utf8')));
      if (!read.success) throw new FolderError(`${name} in ${folder} is not what a rehearsal writes.`);
      return read.data;
    })
    .sort((one, other) => one.number - other.number);
};

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new FolderError(`${folder} cannot be read.`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

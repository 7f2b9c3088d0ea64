import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Instruction {
  name: string;
  /** The instruction's arguments on one line. */
  given: string;
}

export interface Stage {
  base: string;
  name: string | null;
  instructions: Instruction[];
}

/** The stages of our Dockerfile. */
export const readDockerfile = (): Stage[] => {
  const lines = readFileSync(`${ROOT}Dockerfile`, 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', given = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, base = '', stage = null] =
        /^(?:--platform=\S+\s+)?(\S+)(?:\s+AS\s+(\S+))?$/i.exec(given) ?? [];
      stages.push({ base, name: stage, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ name, given });
    }
  }
  return stages;
};

export interface Copy {
  /** The stage it copies from; null: the build context. */
  from: string | null;
  sources: string[];
  to: string;
}

export const parseCopy = (given: string): Copy => {
  const words = given.split(/\s+/);
  const flag = words[0]?.startsWith('--from=') ? words.shift() : undefined;
  const to = words.pop() ?? '';
  return { from: flag?.slice('--from='.length) ?? null, sources: words, to };
};

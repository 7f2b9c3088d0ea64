import { LOAD_KEYS, type LoadTeam } from './load-team.ts';

/** Counts texts that contain data of another workspace. */
export interface Crossings {
  look(team: LoadTeam, text: string): void;
  count(): number;
}

export const createCrossings = (): Crossings => {
  let crossed = 0;
  return {
    look: ({ key }, text) => {
      if (text.match(LOAD_KEYS)?.some((found) => found !== key)) crossed += 1;
    },
    count: () => crossed,
  };
};

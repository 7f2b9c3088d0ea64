import type { PaymentCredentials } from '../../src/payment-service/client-settings.ts';

/** `slow`: its payment service is very slow. `flooded`: its callback addresses are called all the time. */
export const STANDINGS = ['ordinary', 'slow', 'flooded'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A workspace of the run. All its data contains its key, so that a leak into another workspace is detected. */
export interface LoadTeam {
  key: string;
  id: string;
  standing: Standing;
  botToken: string;
  channelId: string;
  /** The person who creates links. */
  cashierId: string;
  /** The person who installed the app and reads reports. */
  adminId: string;
  credentials: PaymentCredentials;
}

/** All workspace keys in a text. */
const LOAD_KEYS = /LOAD\d{4}/g;

/** The first is flooded; every `slowEvery`th of the others is slow. */
export const buildTeams = (count: number, slowEvery: number): LoadTeam[] =>
  Array.from({ length: count }, (_, index) => {
    const key = `LOAD${String(index).padStart(4, '0')}`;
    return {
      key,
      id: `T${key}`,
      standing: standingOf(index, slowEvery),
      botToken: `xoxb-playground-${key}`,
      channelId: `C${key}`,
      cashierId: `U${key}C`,
      adminId: `U${key}A`,
      credentials: { apiKey: `api-${key}`, accountId: `account-${key}`, secretKey: `secret-${key}` },
    };
  });

const standingOf = (index: number, slowEvery: number): Standing => {
  if (index === 0) return 'flooded';
  return index % slowEvery === slowEvery - 1 ? 'slow' : 'ordinary';
};

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

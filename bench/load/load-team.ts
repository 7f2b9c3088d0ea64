import type { PaymentCredentials } from '../../src/payment-service/client-settings.ts';

/** `slow`: its payment service takes very long. `flooded`: its callback addresses are called all the time. */
export const STANDINGS = ['ordinary', 'slow', 'flooded'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A workspace of the run. Its key is in everything of it, so that what crosses to another one is seen. */
export interface LoadTeam {
  key: string;
  id: string;
  standing: Standing;
  botToken: string;
  channelId: string;
  /** Makes links. */
  cashierId: string;
  /** Installed the app, and reads reports. */
  adminId: string;
  credentials: PaymentCredentials;
}

/** Every key that a text holds. */
export const LOAD_KEYS = /LOAD\d{4}/g;

/** The first one is flooded; of the others every `slowEvery`th is slow. */
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

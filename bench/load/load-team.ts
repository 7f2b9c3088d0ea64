import type { PaymentCredentials } from '../../src/payment-service/client-settings.ts';

/** A workspace of the run. Its key is in everything of it, so that what crosses to another one is seen. */
export interface LoadTeam {
  key: string;
  id: string;
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

export const buildTeams = (count: number): LoadTeam[] =>
  Array.from({ length: count }, (_, index) => {
    const key = `LOAD${String(index).padStart(4, '0')}`;
    return {
      key,
      id: `T${key}`,
      botToken: `xoxb-playground-${key}`,
      channelId: `C${key}`,
      cashierId: `U${key}C`,
      adminId: `U${key}A`,
      credentials: { apiKey: `api-${key}`, accountId: `account-${key}`, secretKey: `secret-${key}` },
    };
  });

import type { Migration } from 'kysely';
import { linksAndNotices } from './0001-links-and-notices.ts';

/** Forward only, run in the order of their names; a landed one is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-links-and-notices': linksAndNotices,
};

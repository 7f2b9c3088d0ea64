import { sql } from './engine/database.ts';

/** All of it went back: the link stays paid in the store, and nobody has the money. As `JSON.stringify` writes it. */
export const isRefunded = sql<boolean>`payment like '%"finding":"refunded"%'`;

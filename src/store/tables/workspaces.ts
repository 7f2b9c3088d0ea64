import { z } from 'zod';
import type { Says } from '../../payment-service/index.ts';
import { defineTable, instant, json, text, word } from '../engine/table.ts';

/** From the fewest rights to the most. */
export const ROLES = ['cashier', 'supervisor', 'finance', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** The app in a workspace that installed it. */
export const installations = defineTable(
  'installations',
  {
    teamId: text('nobody'),
    /** As Slack gave it at the install. */
    name: text('nobody'),
    appId: text('nobody'),
    botUserId: text('nobody'),
    scopes: json(z.array(z.string()), 'nobody'),
    /** Sealed; null: the app was removed, or its tokens were revoked. */
    botToken: text('secret').nullable(),
    /** Sealed JSON of the merchant's credentials at the payment service; null: not set yet, or removed. */
    credentials: text('secret').nullable(),
    installedBy: text('staff'),
    /** The latest install here. */
    installedAt: instant(),
    /** The first install since any removal. */
    since: instant(),
    /** The time of the last change, or later: it grows with every change. */
    version: instant(),
    removedAt: instant().nullable(),
  },
  {
    key: ['teamId'],
    fate: { of: 'installation', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** The account at the payment service that a workspace's new work belongs to. */
export const accounts = defineTable(
  'accounts',
  {
    teamId: text('nobody'),
    /** The service's account id. */
    account: text('account'),
    /** The host of the service's base address. */
    host: text('nobody'),
    /** The account that rows without one belong to. */
    firstAccount: text('account'),
    /** Null: the first account, which needs no confirmation, or `paylink adopt`. */
    confirmedBy: text('staff').nullable(),
    confirmedAt: instant(),
  },
  {
    key: ['teamId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

/** A ticket that works once: an install's state, a private page's key. */
export const tickets = defineTable(
  'tickets',
  {
    tokenHash: text('secret'),
    purpose: text('nobody'),
    /** What it is valid for, as JSON. */
    subject: text('staff'),
    expiresAt: instant(),
  },
  {
    key: ['tokenHash'],
    indexes: {
      by_end: { on: ['expiresAt'] },
    },
    fate: {
      of: 'database',
      whenOld: { afterDays: 0, since: 'expiresAt', along: 'tokenHash' },
      whenForgotten: 'nothing',
      whenRemoved: 'kept',
    },
  },
);

/** A user whose role was chosen. No one else has a row. */
export const members = defineTable(
  'members',
  {
    teamId: text('nobody'),
    userId: text('staff'),
    role: word<Role>(),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** A word of the service under a name, and what an admin said it means. */
export const taughtWords = defineTable(
  'taughtWords',
  {
    teamId: text('nobody'),
    /** The plain names of the leaf's path, joined by `.`. */
    name: text('nobody'),
    /** The word without case and separators. */
    key: text('nobody'),
    /** As the service first wrote it; `*`, perhaps with a word: its name as a whole is asked about. */
    word: text('nobody'),
    /** The names as the service writes them. */
    path: text('nobody'),
    /** The link whose record had it first; null: no link's. */
    linkId: text('nobody').nullable(),
    /** When the admins were last asked; null: no sale waits for it. */
    askedAt: instant().nullable(),
    /** Null: no answer yet. */
    says: word<Says>().nullable(),
    /** Null of an answer: learned from how links begin. Without an answer: who took back what was learned. */
    saidBy: text('staff').nullable(),
    saidAt: instant().nullable(),
    agreedBy: text('staff').nullable(),
    /** From when on it counts; null: somebody else has to agree first. */
    agreedAt: instant().nullable(),
  },
  {
    key: ['teamId', 'name', 'key'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'deleted', whenRemoved: 'deleted' },
  },
);

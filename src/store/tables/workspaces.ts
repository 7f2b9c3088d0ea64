import { defineTable, instant, text } from '../engine/table.ts';

/** The app in a workspace, or in a whole organisation. */
export const installations = defineTable(
  'installations',
  {
    enterpriseId: text('nobody'),
    teamId: text('nobody'),
    /** Name of the workspace or organisation, as Slack gave it at the install. */
    name: text('nobody'),
    appId: text('nobody'),
    botUserId: text('nobody'),
    /** Comma-separated. */
    scopes: text('nobody'),
    /** Sealed; null: the app was removed, or its tokens were revoked. */
    botToken: text('secret').nullable(),
    /** Sealed JSON of the merchant's credentials at the payment service; null: not set yet, or removed. */
    credentials: text('secret').nullable(),
    installedBy: text('staff'),
    installedAt: instant(),
    /** The first install since any removal. */
    since: instant(),
    /** Also serves as the version of the sealed secrets. */
    updatedAt: instant(),
    removedAt: instant().nullable(),
  },
  {
    key: ['enterpriseId', 'teamId'],
    indexes: {
      by_team: { on: ['teamId'] },
    },
    fate: { of: 'installation', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

/** A workspace served by its organisation's install. */
export const workspaces = defineTable(
  'workspaces',
  {
    teamId: text('nobody'),
    enterpriseId: text('nobody'),
    /** When it was added to the install, or sent its first request. */
    seenAt: instant(),
    /** When an admin took it out of the install; null: still served. */
    leftAt: instant().nullable(),
  },
  {
    key: ['teamId'],
    fate: { of: 'installation', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

/** The account at the payment service that a workspace's new work belongs to. */
export const accounts = defineTable(
  'accounts',
  {
    teamId: text('nobody'),
    /** The service's account id. */
    account: text('nobody'),
    /** The host of the service's base address. */
    host: text('nobody'),
    /** The account that rows without one belong to. */
    firstAccount: text('nobody'),
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
    subject: text('nobody'),
    expiresAt: instant(),
  },
  {
    key: ['tokenHash'],
    indexes: {
      by_end: { on: ['expiresAt'] },
    },
    fate: { of: 'database', whenOld: 'deleted', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

export const members = defineTable(
  'members',
  {
    teamId: text('nobody'),
    userId: text('staff'),
    role: text('nobody'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

export const settings = defineTable(
  'settings',
  {
    teamId: text('nobody'),
    /** The workspace's choices, as JSON; other settings have their defaults. */
    chosen: text('channels'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

export const channelSettings = defineTable(
  'channelSettings',
  {
    teamId: text('nobody'),
    channelId: text('channel'),
    /** The channel's choices, as JSON; other settings have their defaults. */
    chosen: text('nobody'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'channelId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** A person who has hidden the first steps in the app's home. */
export const hiddenSteps = defineTable(
  'hiddenSteps',
  {
    teamId: text('nobody'),
    userId: text('staff'),
    hiddenAt: instant(),
  },
  {
    key: ['teamId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** Who did what; never customer data. */
export const auditEntries = defineTable(
  'auditEntries',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    at: instant(),
    actorId: text('staff'),
    action: text('nobody'),
    subject: text('nobody').nullable(),
    detail: text('nobody').nullable(),
  },
  {
    key: ['id'],
    indexes: {
      by_actor: { on: ['teamId', 'actorId', 'at', 'id'] },
      by_time: { on: ['teamId', 'at', 'id'] },
    },
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

/** A word of the service under a name, and what an admin said it means. */
export const taughtWords = defineTable(
  'taughtWords',
  {
    teamId: text('nobody'),
    name: text('nobody'),
    wordKey: text('nobody'),
    word: text('nobody'),
    path: text('nobody'),
    linkId: text('nobody').nullable(),
    askedAt: instant(),
    /** One of `TAUGHT_SAYS`; null: no answer yet. */
    says: text('nobody').nullable(),
    saidBy: text('staff').nullable(),
    saidAt: instant().nullable(),
    agreedBy: text('staff').nullable(),
    /** From when on it counts; null: somebody else has to agree first. */
    agreedAt: instant().nullable(),
  },
  {
    key: ['teamId', 'name', 'wordKey'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

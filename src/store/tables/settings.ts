import { z } from 'zod';
import { defineTable, instant, json, text } from '../engine/table.ts';

/** What each setting may be is written in `settings/`: what is read from here goes through its rows. */
const chosenSchema = z.record(z.string(), z.unknown());

export const settings = defineTable(
  'settings',
  {
    teamId: text('nobody'),
    /** Settings that the workspace has not chosen have their usual values. */
    chosen: json(chosenSchema, 'channels'),
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
    /** Settings that the channel has not chosen have their usual values. */
    chosen: json(chosenSchema, 'nobody'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'channelId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

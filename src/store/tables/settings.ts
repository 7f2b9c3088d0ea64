import { z } from 'zod';
import { defineTable, instant, json, text } from '../engine/table.ts';

/** What each setting may be is written in `settings/`: what is read from here goes through its rows. */
const chosenSchema = z.record(z.string(), z.unknown());

/** Instead of a channel: the settings are the workspace's. */
export const WORKSPACE = '';

/** What a workspace, or a channel of it, has chosen: all else has its usual value. */
export const settings = defineTable(
  'settings',
  {
    teamId: text('nobody'),
    channelId: text('channel'),
    chosen: json(chosenSchema, 'channels'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'channelId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

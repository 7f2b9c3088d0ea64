import {
  buildIsOff,
  buildIsOn,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
} from '../../src/schedules/schedule-view.ts';
import { FIGURES, type FiguresEvery } from '../../src/schedules/scheduled.ts';
import { HOUR_MS, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story, sentence } from './story.ts';

/** Figures that a channel switches on and off. */
export const listSwitch = (
  every: FiguresEvery,
  rhythm: string,
  { channelId, personId: userId }: Cast,
): Story[] => {
  const { name } = FIGURES[every];
  const refused = { channelId, where: 'this channel' };
  return [
    message(`${name}, switched on`, 'channel', buildSwitchedOn, every, { userId, rhythm, isNews: true }),
    message(`${name}, moved`, 'channel', buildSwitchedOn, every, { userId, rhythm, isNews: false }),
    message(`${name}, switched off`, 'channel', buildSwitchedOff, every, userId),
    sentence(`${name}, is on`, buildIsOn, every, {
      ...{ repeat: { every, on: 0, atMinute: 540 }, nextAt: NOW + HOUR_MS, timeZone: ZONE },
      where: 'this channel',
    }),
    sentence(`${name}, is off`, buildIsOff, every, true),
    sentence(`${name}, without the app`, buildSwitchRefused, every, { ...refused, code: 'not_in_channel' }),
    sentence(`${name}, refused`, buildSwitchRefused, every, { ...refused, code: 'restricted_action' }),
    sentence(`${name}, help`, buildSwitchHelp, every, 'at nine <o’clock>'),
    message(`${name}, ended`, 'channel', buildSwitchEnded, every, { channelId, code: 'is_archived' }),
  ];
};

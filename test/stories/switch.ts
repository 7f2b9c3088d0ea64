import {
  buildIsOff,
  buildIsOn,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
  type FiguresEvery,
  SWITCHED,
} from '../../src/closes/switch-view.ts';
import { HOUR_MS, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story } from './story.ts';

/** Figures that a channel switches on and off. */
export const listSwitch = (
  every: FiguresEvery,
  rhythm: string,
  { channelId, personId: userId }: Cast,
): Story[] => {
  const { name } = SWITCHED[every];
  return [
    message(`${name}, switched on`, 'channel', buildSwitchedOn, every, { userId, rhythm, isNews: true }),
    message(`${name}, moved`, 'channel', buildSwitchedOn, every, { userId, rhythm, isNews: false }),
    message(`${name}, switched off`, 'channel', buildSwitchedOff, every, userId),
    message(`${name}, is on`, 'channel', buildIsOn, every, { rhythm, nextAt: NOW + HOUR_MS, timeZone: ZONE }),
    message(`${name}, is off`, 'channel', buildIsOff, every, true),
    message(`${name}, without the app`, 'channel', buildSwitchRefused, every, channelId, 'not_in_channel'),
    message(`${name}, refused`, 'channel', buildSwitchRefused, every, channelId, 'restricted_action'),
    message(`${name}, help`, 'channel', buildSwitchHelp, every, 'at nine <o’clock>'),
    message(`${name}, ended`, 'channel', buildSwitchEnded, every, { channelId, code: 'is_archived' }),
  ];
};

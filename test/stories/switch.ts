import {
  buildIsOff,
  buildIsOn,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
  type FiguresKind,
  SWITCHED,
} from '../../src/closes/switch-view.ts';
import { HOUR_MS, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story } from './story.ts';

/** Figures that a channel switches on and off. */
export const listSwitch = (
  kind: FiguresKind,
  rhythm: string,
  { channelId, personId: userId }: Cast,
): Story[] => {
  const { name } = SWITCHED[kind];
  return [
    message(`${name}, switched on`, 'channel', buildSwitchedOn, kind, { userId, rhythm, isNews: true }),
    message(`${name}, moved`, 'channel', buildSwitchedOn, kind, { userId, rhythm, isNews: false }),
    message(`${name}, switched off`, 'channel', buildSwitchedOff, kind, userId),
    message(`${name}, is on`, 'channel', buildIsOn, kind, { rhythm, nextAt: NOW + HOUR_MS, timeZone: ZONE }),
    message(`${name}, is off`, 'channel', buildIsOff, kind, true),
    message(`${name}, without the app`, 'channel', buildSwitchRefused, kind, channelId, 'not_in_channel'),
    message(`${name}, refused`, 'channel', buildSwitchRefused, kind, channelId, 'restricted_action'),
    message(`${name}, help`, 'channel', buildSwitchHelp, kind, 'at nine <o’clock>'),
    message(`${name}, ended`, 'channel', buildSwitchEnded, kind, { channelId, code: 'is_archived' }),
  ];
};

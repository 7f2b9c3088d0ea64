import { command, shortcut } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { findCommand } from './paylink-command.ts';
import { MESSAGE_SHORTCUT, NEW_LINK_SHORTCUT, openLinkOfMessage, openNewLink } from './shortcuts.ts';

export const COMMAND = {
  commands: {
    '/paylink': command('/paylink', findCommand),
  },
  shortcuts: {
    [NEW_LINK_SHORTCUT]: shortcut(NEW_LINK_SHORTCUT, openNewLink),
    [MESSAGE_SHORTCUT]: shortcut(MESSAGE_SHORTCUT, openLinkOfMessage),
  },
} satisfies Room;

import { handlePaylinkCommand } from './paylink-command.ts';
import {
  handleMessageShortcut,
  handleNewLinkShortcut,
  MESSAGE_SHORTCUT,
  NEW_LINK_SHORTCUT,
} from './shortcuts.ts';

export const COMMAND = {
  commands: {
    '/paylink': handlePaylinkCommand,
  },
  shortcuts: {
    [NEW_LINK_SHORTCUT]: handleNewLinkShortcut,
    [MESSAGE_SHORTCUT]: handleMessageShortcut,
  },
};

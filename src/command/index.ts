import { handlePaylinkCommand } from './paylink-command.ts';

/** The command itself. */
export const COMMAND = {
  commands: {
    '/paylink': handlePaylinkCommand,
  },
};

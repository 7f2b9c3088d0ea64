import { handlePaylinkCommand } from './paylink-command.ts';

export const COMMAND = {
  commands: {
    '/paylink': handlePaylinkCommand,
  },
};

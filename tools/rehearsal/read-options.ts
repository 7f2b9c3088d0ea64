import { parseArgs } from 'node:util';
import { readPart } from '../../src/config/config.ts';
import { environmentSchema } from '../../src/config/environment.ts';

export const USAGE = `Posts every message of Paylink in a real workspace, says what Slack answered, and removes everything again.

  npm run rehearsal -- --channel C012AB3CD   in a test channel where the app is

  --person U012AB3CD   also what only one person sees, and this person's Home tab
  --blocks-only        only Slack's blocks.validate: no workspace, no token

Exit code 0: Slack accepted everything that Paylink needs. 78: something is missing before it can start.
`;

export interface Options {
  channel: string | null;
  person: string | null;
  isBlocksOnly: boolean;
  help: boolean;
}

const CHANNEL = /^[CG][A-Z0-9]{4,}$/;
const PERSON = /^[UW][A-Z0-9]{4,}$/;
const CHANNEL_ID = 'the channel’s id, as in C012AB3CD: click the channel’s name, it is at the end of About';

/** The parsed options, or what is wrong with them. */
export const readOptions = (args: string[]): { options: Options } | { fault: string } => {
  const read = parse(args);
  if (read === null) return { fault: `Unknown option.\n\n${USAGE}` };
  const { channel = null, person = null, 'blocks-only': isBlocksOnly = false, help = false } = read;
  const options: Options = { channel, person, isBlocksOnly, help };
  if (help || isBlocksOnly) return { options };
  if (channel === null)
    return {
      fault: `--channel is missing: make a channel for tests, invite the app with /invite @Paylink, and give ${CHANNEL_ID}.`,
    };
  if (!CHANNEL.test(channel)) return { fault: `--channel takes ${CHANNEL_ID}.` };
  if (person !== null && !PERSON.test(person))
    return { fault: '--person takes a member id, as in U012AB3CD: a profile’s ⋮ > Copy member ID.' };
  return { options };
};

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        channel: { type: 'string' },
        person: { type: 'string' },
        'blocks-only': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch {
    return null;
  }
}

export interface SlackPlace {
  apiUrl: string;
  /** Null: not set. */
  botToken: string | null;
}

const placeSchema = environmentSchema.pick({ SLACK_API_URL: true, SLACK_BOT_TOKEN: true });

/** The part of the environment that a rehearsal needs. Throws `ConfigError`. */
export const readSlackPlace = (env: Record<string, string | undefined>): SlackPlace => {
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken } = readPart(placeSchema, env);
  return { apiUrl: `${apiUrl}/`, botToken: botToken ?? null };
};

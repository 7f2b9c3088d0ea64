import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { environmentSchema } from '../config/environment.ts';

export const USAGE = `Sends every message of Paylink in a real workspace, checks Slack's answers, and removes everything again.

  npm run rehearsal -- --channel C012AB3CD   in a test channel where the app is

  --person U012AB3CD         also ephemeral messages, and this person's Home tab
  --other-channel C045EF6GH  a public channel without the app: may it post there anyway?
  --blocks-only              only Slack's blocks.validate: no workspace, no token
  --out DIR                  folder for the answers, without tokens and names
  --replay DIR               repeats a recording at a local Slack, and lists where its answers differ

Exit code 0: Slack accepted everything that Paylink needs. 78: something is missing before it can start.
`;

export interface Options {
  channel: string | null;
  person: string | null;
  otherChannel: string | null;
  isBlocksOnly: boolean;
  out: string | null;
  replay: string | null;
  help: boolean;
}

const CHANNEL = /^[CG][A-Z0-9]{4,}$/;
const PERSON = /^[UW][A-Z0-9]{4,}$/;
const CHANNEL_ID = 'the channel’s id, as in C012AB3CD: click the channel’s name, it is at the end of About';

/** The parsed options, or a one-line error. */
export const readOptions = (args: string[]): { options: Options } | { fault: string } => {
  const read = parse(args);
  if (read === null) return { fault: `Unknown option.\n\n${USAGE}` };
  const options: Options = {
    channel: read.channel ?? null,
    person: read.person ?? null,
    otherChannel: read['other-channel'] ?? null,
    isBlocksOnly: read['blocks-only'] ?? false,
    out: read.out ?? null,
    replay: read.replay ?? null,
    help: read.help ?? false,
  };
  if (options.help || options.replay !== null || options.isBlocksOnly) return { options };
  if (options.channel === null)
    return {
      fault: `--channel is missing: make a channel for tests, invite the app with /invite @Paylink, and give ${CHANNEL_ID}.`,
    };
  if (!CHANNEL.test(options.channel)) return { fault: `--channel takes ${CHANNEL_ID}.` };
  if (options.otherChannel !== null && !CHANNEL.test(options.otherChannel))
    return { fault: `--other-channel takes ${CHANNEL_ID}.` };
  if (options.person !== null && !PERSON.test(options.person))
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
        'other-channel': { type: 'string' },
        'blocks-only': { type: 'boolean' },
        out: { type: 'string' },
        replay: { type: 'string' },
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
  publicUrl: string | null;
}

const placeSchema = environmentSchema.pick({ SLACK_API_URL: true, SLACK_BOT_TOKEN: true, PUBLIC_URL: true });

/** The part of the environment that a rehearsal needs. Throws `ConfigError`. */
export const readSlackPlace = (env: Record<string, string | undefined>): SlackPlace => {
  const given = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  const result = placeSchema.safeParse(Object.fromEntries(given));
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, PUBLIC_URL: publicUrl } = result.data;
  return { apiUrl: `${apiUrl}/`, botToken: botToken ?? null, publicUrl: publicUrl ?? null };
};

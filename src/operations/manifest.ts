import { parseArgs } from 'node:util';
import { loadEnvFile } from '../config/env-file.ts';
import { type Manifest, manifestSchema, readManifest } from '../config/manifest.ts';
import { readVariables } from '../config/variables.ts';
import { isLoopback } from '../is-loopback.ts';
import { endRefused, RemedyError } from '../remedy-error.ts';
import { STEP_MANIFEST } from '../workflow/step-function.ts';

class ManifestUsageError extends RemedyError {
  override name = 'ManifestUsageError';
  override readonly exitCode = 1;
}

/**
 * The address where Slack reaches the app, without a trailing slash. Slack posts to https only; http is
 * allowed for this machine's own address. Throws `ManifestUsageError`.
 */
const parsePublicAddress = (text: string): string => {
  const trimmed = text.trim().replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed))
    throw new ManifestUsageError('The address must look like https://paylink.example.com.');
  const url = new URL(trimmed);
  if (url.username || url.password || url.search || url.hash)
    throw new ManifestUsageError('The address must have no user, password, query or fragment.');
  if (url.protocol !== 'https:' && !isLoopback(trimmed))
    throw new ManifestUsageError('The address must be https: Slack sends nothing to http.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

/**
 * HTTP at an address (no trailing slash), or Socket Mode, which needs no address. `isForMany`: workspaces
 * install the app themselves.
 */
type Delivery = { url: string; isForMany: boolean } | 'socket';

/** With the workflow step, for which Slack has conditions: see `MANIFEST_USAGE`. */
const addStep = ({ settings, ...manifest }: Manifest): Manifest => ({
  ...manifest,
  functions: STEP_MANIFEST.functions,
  settings: {
    ...{ ...settings, ...STEP_MANIFEST.settings },
    event_subscriptions: {
      ...settings.event_subscriptions,
      bot_events: [...(settings.event_subscriptions?.bot_events ?? []), STEP_MANIFEST.event].sort(),
    },
  },
});

/** What in a manifest is an address of ours, wherever it stands. */
const ADDRESSES = ['url', 'request_url', 'message_menu_options_url'];

/**
 * The manifest for one installation, validated again. The addresses in `source` are examples: each keeps its path
 * and gets the given address in front, or goes. Throws zod's error when the result does not have Slack's shape.
 */
export const buildManifest = (source: Manifest, delivery: Delivery): Manifest => {
  const addressed: Manifest = JSON.parse(JSON.stringify(source), (name, value) => {
    if (!ADDRESSES.includes(name)) return value;
    return delivery === 'socket' ? undefined : `${delivery.url}${new URL(value).pathname}`;
  });
  const isForMany = delivery !== 'socket' && delivery.isForMany;
  return manifestSchema.parse({
    ...addressed,
    oauth_config: {
      ...addressed.oauth_config,
      ...(isForMany && { redirect_urls: [`${delivery.url}/slack/oauth_redirect`] }),
    },
    settings: { ...addressed.settings, socket_mode_enabled: delivery === 'socket' },
  });
};

const MANIFEST_USAGE = `Prints the app manifest for your Slack app.

  --url https://…   the address by which Slack reaches Paylink; left out: PUBLIC_URL
  --socket          for Socket Mode, which needs no address; left out: if SLACK_APP_TOKEN is set
  --many            for many workspaces, which install the app by themselves
  --workflows       with the step “Create a payment link” for Workflow Builder: for one workspace on a paid plan that
                    belongs to no organisation, and never with --many
`;

/**
 * What to print for these arguments. `protocol` and `boundary` come from the Slack CLI, which looks for a hook's
 * answer between two boundaries. Throws `ManifestUsageError`.
 */
export const buildManifestOutput = (
  args: string[],
  {
    source,
    publicUrl,
    isSocket = false,
  }: {
    source: Manifest;
    publicUrl: string | undefined;
    /** The environment has an app-level token. */
    isSocket?: boolean;
  },
): string => {
  const options = parseOptions(args);
  if (options.help) return MANIFEST_USAGE;
  const delivery = chooseDelivery(options, { publicUrl, isSocket });
  const wanted = options.workflows ? addStep(source) : source;
  const text = `${JSON.stringify(buildManifest(wanted, delivery), null, 2)}\n`;
  if (options.protocol !== 'message-boundaries' || !options.boundary) return text;
  return `${options.boundary}${text.trimEnd()}${options.boundary}\n`;
};

interface Options {
  url?: string;
  socket?: boolean;
  many?: boolean;
  workflows?: boolean;
  protocol?: string;
  boundary?: string;
  help?: boolean;
}

function parseOptions(args: string[]): Options {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: 'string' },
        socket: { type: 'boolean' },
        many: { type: 'boolean' },
        workflows: { type: 'boolean' },
        help: { type: 'boolean' },
        protocol: { type: 'string' },
        boundary: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ManifestUsageError(error instanceof Error ? error.message : 'These options cannot be read.');
  }
}

function chooseDelivery(
  { url, socket, many = false, workflows = false }: Options,
  { publicUrl, isSocket }: { publicUrl: string | undefined; isSocket: boolean },
): Delivery {
  if (many && workflows)
    throw new ManifestUsageError(
      'Give either --many or --workflows: Slack lets nobody else install an app with a step.',
    );
  if (socket === undefined && url === undefined && !many && isSocket) return 'socket';
  if (socket) {
    if (url !== undefined) throw new ManifestUsageError('Give either --url or --socket.');
    if (many) throw new ManifestUsageError('Give either --many or --socket: an install needs an address.');
    return 'socket';
  }
  const given = url ?? publicUrl;
  if (!given) throw new ManifestUsageError('Give --url https://…, or set PUBLIC_URL, or give --socket.');
  return { url: parsePublicAddress(given), isForMany: many };
}

/** `paylink manifest`, with the arguments that follow it. */
export const main = (): void => {
  try {
    const { given, faults } = readVariables(loadEnvFile(process.env), ['PUBLIC_URL', 'SLACK_APP_TOKEN']);
    const { PUBLIC_URL: publicUrl } = given;
    // Its file need not be on the machine where the manifest is made.
    const isSocket = 'SLACK_APP_TOKEN' in { ...given, ...faults };
    const asked = { source: readManifest(), publicUrl, isSocket };
    process.stdout.write(buildManifestOutput(process.argv.slice(2), asked));
  } catch (error) {
    endRefused(error);
    if (error instanceof ManifestUsageError) process.stderr.write(`\n${MANIFEST_USAGE}`);
  }
};

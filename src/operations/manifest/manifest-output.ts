import { parseArgs } from 'node:util';
import type { Manifest } from '../../config/manifest-schema.ts';
import { PublicAddressError, parsePublicAddress } from '../../config/parse-public-address.ts';
import { buildManifest, type Delivery } from './build-manifest.ts';

export const MANIFEST_USAGE = `Prints the app manifest for your Slack app.

  --url https://…   the address by which Slack reaches Paylink; left out: PUBLIC_URL
  --socket          for Socket Mode, which needs no address
  --many            for many workspaces, which install the app by themselves
`;

export class ManifestUsageError extends Error {
  override name = 'ManifestUsageError';
}

/**
 * What to print for these arguments. `protocol` and `boundary` come from the Slack CLI, which looks for a hook's
 * answer between two boundaries. Throws `ManifestUsageError`.
 */
export const buildManifestOutput = (
  args: string[],
  { source, publicUrl }: { source: Manifest; publicUrl: string | undefined },
): string => {
  const options = parseOptions(args);
  if (options.help) return MANIFEST_USAGE;
  const text = `${JSON.stringify(buildManifest(source, chooseDelivery(options, publicUrl)), null, 2)}\n`;
  if (options.protocol !== 'message-boundaries' || !options.boundary) return text;
  return `${options.boundary}${text.trimEnd()}${options.boundary}\n`;
};

interface Options {
  url?: string;
  socket?: boolean;
  many?: boolean;
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
        help: { type: 'boolean' },
        protocol: { type: 'string' },
        boundary: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ManifestUsageError(error instanceof Error ? error.message : 'These options cannot be read.');
  }
}

function chooseDelivery({ url, socket, many = false }: Options, publicUrl: string | undefined): Delivery {
  if (socket) {
    if (url !== undefined) throw new ManifestUsageError('Give either --url or --socket.');
    if (many) throw new ManifestUsageError('Give either --many or --socket: an install needs an address.');
    return 'socket';
  }
  const given = url ?? publicUrl;
  if (!given) throw new ManifestUsageError('Give --url https://…, or set PUBLIC_URL, or give --socket.');
  try {
    return { url: parsePublicAddress(given), isForMany: many };
  } catch (error) {
    if (error instanceof PublicAddressError) throw new ManifestUsageError(error.message);
    throw error;
  }
}

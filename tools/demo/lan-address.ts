import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Usual home and shop networks, the likeliest first. */
const LIKELY = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

type Interfaces = Record<string, NetworkInterfaceInfo[] | undefined>;

export type Host =
  /** `others`: other addresses of this machine. */
  { host: string; others: string[] } | { host: null; trouble: string };

const rankOf = (address: string): number => LIKELY.findIndex((one) => one.test(address));

/** Reads `--host`: the address after it, or the one that phones can most likely reach. Null: not given. */
export const readHost = (
  argv: readonly string[],
  interfaces: Interfaces = networkInterfaces(),
): Host | null => {
  const at = argv.indexOf('--host');
  if (at < 0) return null;
  const own = Object.values(interfaces)
    .flatMap((some) => some ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  const likely = own
    .filter((address) => rankOf(address) >= 0)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const wanted = argv[at + 1] ?? likely[0];
  if (wanted === undefined) return refuse(`this machine is in no home or shop network. ${suggest(own)}`);
  if (!own.includes(wanted)) return refuse(`${wanted} is not an address of this machine. ${suggest(own)}`);
  return { host: wanted, others: likely.filter((one) => one !== wanted) };
};

const refuse = (why: string): Host => ({ host: null, trouble: `--host: ${why}` });

const suggest = (own: readonly string[]): string =>
  own.length === 0
    ? 'It has none that a phone could reach.'
    : `It has ${own.join(', ')}: name one after --host.`;

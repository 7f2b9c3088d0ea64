import packageJson from '../../package.json' with { type: 'json' };
import { readSources } from './read-docs.ts';

/** By what the app imports, values and types. */
const TRUSTED_WITH: Readonly<Record<string, string>> = {
  '@date-fns/tz': 'the merchant’s zone',
  '@slack/bolt': 'Slack’s requests: signatures, the socket',
  '@slack/oauth': 'an install: its state and cookie, and the code for a token',
  '@slack/types': 'nothing at run time: the shapes of blocks',
  '@slack/web-api': 'bot tokens, every call of Slack',
  'csv-parse': 'CSV files, with a limit on each line',
  'date-fns': 'days and months',
  kysely: 'every statement; values travel as parameters',
  'libphonenumber-js': 'customers’ phone numbers',
  libsql: 'the embedded database',
  pg: 'the shared database, its password',
  pino: 'the log, which has neither secrets nor customers’ data',
  'prom-client': 'counts and times',
  qrcode: 'the address of a link',
  saxes: 'the XML of workbooks, piece by piece; it expands nothing',
  'sonic-boom': 'the log’s lines, to standard output',
  undici: 'the payment service’s credentials and answers, calls of Slack',
  yazl: 'the parts of a workbook that Paylink writes',
  zod: 'parsing of all input',
};

const RANGES: Readonly<Record<string, string>> = {
  ...packageJson.devDependencies,
  ...packageJson.dependencies,
};

/** Each package whose code or types the app imports. Throws if one has no explanation, or the reverse. */
export const listPackages = (): string[][] => {
  const imported = readSources().flatMap(({ text }) =>
    [...text.matchAll(/(?: from |\bimport\()'((?:@[\w-]+\/)?[a-z][\w-]*)[^']*'/g)].map(
      ([, name = '']) => name,
    ),
  );
  const names = [...new Set(imported)].filter((name) => name !== 'node').sort();
  const wrong = [...new Set([...names, ...Object.keys(TRUSTED_WITH)])].filter(
    (name) => !(names.includes(name) && name in TRUSTED_WITH && name in RANGES),
  );
  if (wrong.length > 0) throw new Error(`not in TRUSTED_WITH, package.json or src: ${wrong.join(', ')}`);
  return names.map((name) => [`\`${name}\``, RANGES[name] ?? '', TRUSTED_WITH[name] ?? '']);
};

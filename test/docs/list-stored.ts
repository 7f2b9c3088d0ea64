import { type Description, type Fate, type Holds, toSnakeCase } from '../../src/store/engine/table.ts';
import { TABLES } from '../../src/store/schema.ts';

type Kind = 'customers' | 'people and channels' | 'account' | 'secrets';

export const STORED_HEADINGS = [
  'table',
  'customers',
  'people and channels in Slack',
  'account id',
  'secrets',
  'with age',
  'a customer is forgotten',
  'Paylink was removed',
];

/** A row for each table that holds more than ids, states, amounts and times of Paylink's own. */
export const listStored = (): string[][] =>
  Object.values<Description>(TABLES).flatMap((table) => {
    const columns = (kind: Kind) =>
      Object.entries(table.columns)
        .filter(([, { options }]) => kindOf(options.holds) === kind)
        .map(([name]) => `\`${toSnakeCase(name)}\``)
        .join(', ');
    const held = [
      columns('customers'),
      columns('people and channels'),
      columns('account'),
      columns('secrets'),
    ];
    if (held.every((names) => names === '')) return [];
    const { fate } = table;
    return [
      [
        `\`${toSnakeCase(table.name)}\``,
        ...held,
        describeAge(fate),
        FORGOTTEN[fate.whenForgotten],
        fate.whenRemoved === 'kept' && held[0] !== '' ? 'erased' : fate.whenRemoved,
      ],
    ];
  });

const kindOf = (holds: Holds): Kind | null => {
  if (typeof holds === 'object') return 'customers';
  return KINDS[holds];
};

const KINDS = {
  nobody: null,
  staff: 'people and channels',
  channel: 'people and channels',
  channels: 'people and channels',
  account: 'account',
  secret: 'secrets',
} as const satisfies Record<Exclude<Holds, object>, Kind | null>;

const FORGOTTEN: Record<Fate['whenForgotten'], string> = {
  nothing: 'kept',
  erased: 'erased',
  deleted: 'deleted',
  'with-parent': 'with its link or file',
};

const describeAge = ({ whenOld }: Fate): string => {
  if (whenOld === 'with-parent') return FORGOTTEN['with-parent'];
  if (typeof whenOld === 'string') return whenOld;
  const { afterDays, since } = whenOld;
  const at = `\`${toSnakeCase(since)}\``;
  return afterDays === 0
    ? `deleted at ${at}`
    : `deleted ${afterDays} ${afterDays === 1 ? 'day' : 'days'} after ${at}`;
};

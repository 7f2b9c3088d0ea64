import { parseArgs } from 'node:util';

export const SIMULATE_USAGE = `Simulates days of a shop in virtual time and checks afterwards that everything is right. Exit code 0: it is.

  --seeds 100        number of days, one per seed
  --from 1           the first seed
  --seed 7           only this seed
  --trace            its history, step by step
  --only sale:1,…    only these chance events: as printed by a failing seed
  --whole            does not shrink failing seeds
  --until-failure    ends with the first seed that fails
  --long             two months of one shop instead of each day; up to half an hour of a processor each
  --month            four quiet weeks of one shop, whose service writes one more harmless name each week
  --workers 2        number of processes; default: one per processor
`;

interface SimulateOptions {
  first: number;
  count: number;
  workers: number | null;
  only: readonly string[] | null;
  isTraced: boolean;
  isWhole: boolean;
  isLong: boolean;
  isMonth: boolean;
  untilFailure: boolean;
}

type SimulateAsk =
  | { is: 'run'; options: SimulateOptions }
  | { is: 'help' }
  /** `fault`: one line, for a person. */
  | { is: 'refused'; fault: string };

const NUMBERS = ['seeds', 'from', 'seed', 'workers'] as const;

export const readSimulateOptions = (args: string[]): SimulateAsk => {
  const values = parse(args);
  if (typeof values === 'string')
    return { is: 'refused', fault: `${values} npm run simulate -- --help lists the options.` };
  if (values.help) return { is: 'help' };
  const wrong = NUMBERS.find((name) => values[name] !== undefined && !isWhole(values[name]));
  if (wrong !== undefined) return { is: 'refused', fault: `--${wrong} takes a whole number above 0.` };
  return {
    is: 'run',
    options: {
      first: Number(values.seed ?? values.from ?? 1),
      count: values.seed === undefined ? Number(values.seeds ?? 100) : 1,
      workers: values.workers === undefined ? null : Number(values.workers),
      only: values.only?.split(',').filter((name) => name !== '') ?? null,
      isTraced: values.trace,
      isWhole: values.whole,
      isLong: values.long,
      isMonth: values.month,
      untilFailure: values['until-failure'],
    },
  };
};

/** The parsed options, or an error message. */
const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        seeds: { type: 'string' },
        from: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        workers: { type: 'string' },
        trace: { type: 'boolean', default: false },
        whole: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        month: { type: 'boolean', default: false },
        'until-failure': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : '').split(/\.? To specify|\.?$/m);
    return `${said}.`;
  }
};

const isWhole = (text: string): boolean => Number.isSafeInteger(Number(text)) && Number(text) > 0;

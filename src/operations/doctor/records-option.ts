const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** `rest`: the arguments that are not about records. */
type RecordsOption = { days: number | null; rest: string[]; fault: null } | { fault: string };

/** `--records`, `--records 14` or `--records=14`: how many days. Node's own parser has no optional values. */
export const readRecordsOption = (args: readonly string[]): RecordsOption => {
  const at = args.findIndex((arg) => arg === '--records' || arg.startsWith('--records='));
  if (at === -1) return { days: null, rest: [...args], fault: null };
  const [, inside] = /^--records=(.*)$/s.exec(args[at] ?? '') ?? [];
  const next = args[at + 1];
  const takesNext = inside === undefined && next !== undefined && !next.startsWith('--');
  const text = inside ?? (takesNext ? next : String(USUAL_DAYS));
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    return { fault: `--records takes a whole number of days from 1 to ${MOST_DAYS}, such as --records 30.` };
  return { days, rest: [...args.slice(0, at), ...args.slice(at + (takesNext ? 2 : 1))], fault: null };
};

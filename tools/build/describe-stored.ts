import { z } from 'zod';
import { KEPT } from '../../src/rooms.ts';
import { describeTables } from '../../src/store/engine/table.ts';
import { QUEUE_OF } from '../../src/store/job-kinds.ts';
import type { Snapshot } from '../../src/store/releases.ts';
import { TABLES } from '../../src/store/schema.ts';

/** What can be read: what has been stored is not written again. */
export const describeJson = (schema: z.ZodType): object => {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
};

/** What this version stores. */
export const describeStored = (): Omit<Snapshot, 'version'> => {
  const unkept = Object.keys(QUEUE_OF).filter((kind) => !(kind in KEPT));
  if (unkept.length > 0) throw new Error(`rooms.ts does not say what jobs keep: ${unkept.join(', ')}`);
  const queues: Record<string, string> = QUEUE_OF;
  const jobs = Object.entries(KEPT).map(([name, { payload, progress }]) => [
    name,
    {
      ...(queues[name] !== undefined && { queue: queues[name] }),
      payload: describeJson(payload),
      ...(progress !== undefined && { progress: describeJson(progress) }),
    },
  ]);
  return { tables: describeTables(TABLES, describeJson), jobs: Object.fromEntries(jobs) };
};

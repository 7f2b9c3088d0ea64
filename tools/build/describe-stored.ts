import { z } from 'zod';
import { describeTables } from '../../src/store/engine/table.ts';
import type { Snapshot } from '../../src/store/releases.ts';
import { TABLES } from '../../src/store/schema.ts';

/** What can be read: what has been stored is not written again. */
export const describeJson = (schema: z.ZodType): object => {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
};

/** What this version stores. */
export const describeStored = (): Omit<Snapshot, 'version'> => ({
  tables: describeTables(TABLES, describeJson),
});

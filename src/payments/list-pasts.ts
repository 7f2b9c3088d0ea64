import { isJsonObject, isPast, type JsonObject } from '../payment-service/index.ts';

const DEEPEST = 4;

/** The lists in which a record tells its own past, each with its steps. */
export const listPasts = (fields: JsonObject, depth = 0): JsonObject[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (isJsonObject(value)) return depth < DEEPEST ? listPasts(value, depth + 1) : [];
    const steps = Array.isArray(value) && isPast(name) ? value.filter(isJsonObject) : [];
    return steps.length === 0 ? [] : [steps];
  });

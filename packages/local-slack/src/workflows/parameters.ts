import type { StepParameter } from '../page/page-api.ts';
import type { JsonRecord } from '../page/read-json.ts';
import type { World } from '../slack-world.ts';

type Places = Pick<World, 'workspace'>;

/** What a value of a type is; a type that is not here takes anything. */
const TYPES: Record<string, (value: unknown, places: Places) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  'slack#/types/timestamp': Number.isInteger,
  'slack#/types/user_id': (value, { workspace }) => workspace.person(String(value)) !== undefined,
  'slack#/types/channel_id': (value, { workspace }) => workspace.conversation(String(value)) !== undefined,
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What is wrong with the values of a step, each in words. */
export const findParameterFaults = (
  parameters: readonly StepParameter[],
  values: JsonRecord,
  places: Places,
): string[] => [
  ...Object.keys(values)
    .filter((name) => !parameters.some((one) => one.name === name))
    .map((name) => `${name}: is not defined in the manifest`),
  ...parameters.flatMap(({ name, type, isRequired }) => {
    const value = values[name];
    if (!isGiven(value)) return isRequired ? [`${name}: is required`] : [];
    return TYPES[type]?.(value, places) === false ? [`${name}: must be of type ${type}`] : [];
  }),
];

const NUMBERS = ['integer', 'number', 'slack#/types/timestamp'];

/** What a person typed, as a value of its type; what was left blank is left out. */
export const readTypedValues = (
  parameters: readonly StepParameter[],
  typed: Readonly<Record<string, string>>,
): JsonRecord =>
  Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = typed[name]?.trim() ?? '';
      if (text === '') return [];
      return [[name, NUMBERS.includes(type) ? Number(text) : type === 'boolean' ? text === 'true' : text]];
    }),
  );

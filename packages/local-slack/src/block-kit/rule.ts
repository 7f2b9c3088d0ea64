import { isRecord } from '../page/read-json.ts';

export type Surface = 'message' | 'modal' | 'home';

export interface RuleFault {
  /** Appended to the object's own JSON pointer. */
  tail: string;
  message: string;
}

export interface ObjectRule {
  kind: 'object';
  properties: Record<string, Rule>;
  required: readonly string[];
  /** Allowed surfaces; default: all. */
  surfaces?: readonly Surface[];
  /** Checks across properties: returns faults with pointers relative to this object. */
  also?: (value: Record<string, unknown>) => RuleFault[];
}

export type Rule =
  | ObjectRule
  | {
      kind: 'string';
      min?: number;
      max?: number;
      pattern?: RegExp;
      oneOf?: readonly string[];
      isUrl?: boolean;
    }
  | { kind: 'boolean' }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'number' }
  | { kind: 'list'; of: Rule; min?: number; max?: number }
  | { kind: 'typed'; variants: Record<string, ObjectRule> }
  | { kind: 'later'; rule: () => Rule }
  | { kind: 'orNull'; rule: Rule };

export const string = (limits: { min?: number; max?: number; pattern?: RegExp } = {}): Rule => ({
  kind: 'string',
  ...limits,
});
export const oneOf = (...words: string[]): Rule => ({ kind: 'string', oneOf: words });
export const url = (max: number): Rule => ({ kind: 'string', max, isUrl: true });
export const boolean: Rule = { kind: 'boolean' };
export const number: Rule = { kind: 'number' };
export const integer = (min?: number, max?: number): Rule => ({
  kind: 'integer',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
export const list = (of: Rule, limits: { min?: number; max?: number } = {}): Rule => ({
  kind: 'list',
  of,
  ...limits,
});
/** An object of one of these types; each rule leaves out the `type` itself. */
export const typed = (variants: Record<string, ObjectRule>): Rule => ({
  kind: 'typed',
  variants: Object.fromEntries(
    Object.entries(variants).map(([type, rule]) => [
      type,
      { ...rule, properties: { type: oneOf(type), ...rule.properties } },
    ]),
  ),
});
/** `null` stands for the default. */
export const orNull = (rule: Rule): Rule => ({ kind: 'orNull', rule });
export const later = (rule: () => Rule): Rule => ({ kind: 'later', rule });

/** A property whose name ends in `!` is required. */
export const object = (
  described: Record<string, Rule>,
  more: Pick<ObjectRule, 'surfaces' | 'also'> = {},
): ObjectRule => {
  const properties: Record<string, Rule> = {};
  const required: string[] = [];
  for (const [name, rule] of Object.entries(described)) {
    const plain = name.replace(/!$/, '');
    properties[plain] = rule;
    if (plain !== name) required.push(plain);
  }
  return { kind: 'object', properties, required, ...more };
};

export interface BlockFault {
  /** For example `/blocks/0/text/text`. */
  pointer: string;
  message: string;
}

const isWeb = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const checkString = (rule: Extract<Rule, { kind: 'string' }>, value: unknown): string[] => {
  if (typeof value !== 'string') return ['must provide a string'];
  if (rule.oneOf !== undefined) return rule.oneOf.includes(value) ? [] : ['must be a valid enum value'];
  const said: string[] = [];
  if (rule.min !== undefined && value.length < rule.min)
    said.push(`must be more than ${rule.min - 1} characters`);
  if (rule.max !== undefined && value.length > rule.max)
    said.push(`must be less than ${rule.max + 1} characters`);
  if (rule.pattern !== undefined && !rule.pattern.test(value)) said.push('must match the expected format');
  if (rule.isUrl === true && !isWeb(value)) said.push('must be a valid URL');
  return said;
};

const checkNumber = (rule: Extract<Rule, { kind: 'integer' | 'number' }>, value: unknown): string[] => {
  if (rule.kind === 'number') return typeof value === 'number' ? [] : ['must provide a number'];
  if (typeof value !== 'number' || !Number.isInteger(value)) return ['must provide an integer'];
  if (rule.min !== undefined && value < rule.min) return [`must be greater than or equal to ${rule.min}`];
  if (rule.max !== undefined && value > rule.max) return [`must be less than or equal to ${rule.max}`];
  return [];
};

const checkObject = (
  rule: ObjectRule,
  value: Record<string, unknown>,
  at: string,
  on: Surface,
): BlockFault[] => {
  const faults: BlockFault[] = [];
  for (const name of rule.required)
    if (value[name] === undefined) faults.push({ pointer: at, message: `missing required field: ${name}` });
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const property = Object.hasOwn(rule.properties, name) ? rule.properties[name] : undefined;
    if (property === undefined) faults.push({ pointer: at, message: `invalid additional property: ${name}` });
    else faults.push(...checkRule(property, part, `${at}/${name}`, on));
  }
  for (const { tail, ...fault } of rule.also?.(value) ?? [])
    faults.push({ ...fault, pointer: `${at}${tail}` });
  return faults;
};

/** All faults of `value` under `rule` on this surface. */
export const checkRule = (rule: Rule, value: unknown, at: string, on: Surface): BlockFault[] => {
  const here = (messages: string[]): BlockFault[] => messages.map((message) => ({ pointer: at, message }));
  switch (rule.kind) {
    case 'later':
      return checkRule(rule.rule(), value, at, on);
    case 'orNull':
      return value === null ? [] : checkRule(rule.rule, value, at, on);
    case 'string':
      return here(checkString(rule, value));
    case 'boolean':
      return typeof value === 'boolean' ? [] : here(['must provide a boolean']);
    case 'integer':
    case 'number':
      return here(checkNumber(rule, value));
    case 'list': {
      if (!Array.isArray(value)) return here(['must provide an array']);
      const faults = value.flatMap((item, index) => checkRule(rule.of, item, `${at}/${index}`, on));
      if (rule.max !== undefined && value.length > rule.max)
        faults.push({ pointer: at, message: `no more than ${rule.max} items allowed` });
      if (rule.min !== undefined && value.length < rule.min)
        faults.push({ pointer: at, message: `no less than ${rule.min} items allowed` });
      return faults;
    }
    case 'object':
      return isRecord(value) ? checkObject(rule, value, at, on) : here(['must provide an object']);
    case 'typed': {
      if (!isRecord(value)) return here(['must provide an object']);
      const type = value['type'];
      if (typeof type !== 'string') return here(['missing required field: type']);
      const variant = Object.hasOwn(rule.variants, type) ? rule.variants[type] : undefined;
      if (variant === undefined || (variant.surfaces !== undefined && !variant.surfaces.includes(on)))
        return here([`unsupported type: ${type}`]);
      return checkObject(variant, value, at, on);
    }
  }
};

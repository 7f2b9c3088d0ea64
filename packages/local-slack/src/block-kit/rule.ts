import type { BehaviourName } from '../behaviours.ts';
import { isRecord } from '../page/read-json.ts';

export type Surface = 'message' | 'modal' | 'home';

export interface RuleFault {
  /** Appended to the object's own JSON pointer. */
  tail: string;
  message: string;
  unsettled?: BehaviourName;
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
      url?: 'link' | 'picture';
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
export const url = (max: number): Rule => ({ kind: 'string', max, url: 'link' });
export const pictureUrl = (max: number): Rule => ({ kind: 'string', max, url: 'picture' });
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
  /** Slack may accept it: counts only if this question's answer is `refused`. */
  unsettled?: BehaviourName;
}

type Said = Pick<BlockFault, 'message' | 'unsettled'>;

const WEB = ['http:', 'https:'];
/** Allowed in links of messages; undocumented for button URLs. */
const OTHERS = ['mailto:', 'tel:', 'slack:'];

const checkUrl = (text: string, kind: 'link' | 'picture'): Said[] => {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  const said: Said = { message: 'must be a valid URL' };
  if (WEB.includes(protocol)) return [];
  return [kind === 'link' && OTHERS.includes(protocol) ? { ...said, unsettled: 'otherScheme' } : said];
};

const checkString = (rule: Extract<Rule, { kind: 'string' }>, value: unknown): Said[] => {
  if (typeof value !== 'string') return [{ message: 'must provide a string' }];
  if (rule.oneOf !== undefined)
    return rule.oneOf.includes(value) ? [] : [{ message: 'must be a valid enum value' }];
  const said: Said[] = [];
  if (rule.min !== undefined && value.length < rule.min)
    said.push({ message: `must be more than ${rule.min - 1} characters` });
  if (rule.max !== undefined && value.length > rule.max)
    said.push({ message: `must be less than ${rule.max + 1} characters` });
  if (rule.pattern !== undefined && !rule.pattern.test(value))
    said.push({ message: 'must match the expected format' });
  if (rule.url !== undefined) said.push(...checkUrl(value, rule.url));
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
      return checkString(rule, value).map((said) => ({ ...said, pointer: at }));
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

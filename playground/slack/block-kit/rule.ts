import type { BehaviourName } from '../behaviours.ts';

export type Surface = 'message' | 'modal' | 'home';

export interface RuleFault {
  /** What comes after the object's own pointer. */
  tail: string;
  message: string;
  unsettled?: BehaviourName;
}

export interface ObjectRule {
  kind: 'object';
  properties: Record<string, Rule>;
  required: readonly string[];
  /** Where it may stand; without it, everywhere. */
  surfaces?: readonly Surface[];
  /** What a single property cannot say: a list of faults below this object, each with its own pointer tail. */
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
  | { kind: 'later'; rule: () => Rule };

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
export const typed = (variants: Record<string, ObjectRule>): Rule => ({ kind: 'typed', variants });
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

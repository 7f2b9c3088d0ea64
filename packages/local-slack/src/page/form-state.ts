import { initialValue, isField, listElements } from './list-elements.ts';
import type { Filled, FilledValue } from './page-api.ts';

interface Field {
  blockId: string;
  actionId: string;
  type: string;
  value: FilledValue;
}

interface Form {
  version: string;
  fields: Map<string, Field>;
}

const keyOf = (blockId: string, actionId: string): string => `${blockId}\n${actionId}`;

/** Values that a person entered and that only this page knows yet. */
export const createFormState = () => {
  const forms = new Map<string, Form>();
  return {
    /**
     * Loads a view or message. In a new version, fields with the same block_id, action_id and type keep their values;
     * others start with the server's value or their initial value.
     */
    load(scope: string, version: string, blocks: unknown[], filled: Filled = {}): void {
      const known = forms.get(scope);
      if (known?.version === version) return;
      const fields = new Map<string, Field>();
      for (const found of listElements(blocks).filter(isField)) {
        const { blockId, actionId, type, element } = found;
        const before = known?.fields.get(keyOf(blockId, actionId));
        const given = filled[blockId]?.[actionId];
        const value =
          before?.type === type ? before.value : given === undefined ? initialValue(element) : given;
        fields.set(keyOf(blockId, actionId), { blockId, actionId, type, value });
      }
      forms.set(scope, { version, fields });
    },
    held: (scope: string, blockId: string, actionId: string): FilledValue | undefined =>
      forms.get(scope)?.fields.get(keyOf(blockId, actionId))?.value,
    set(scope: string, blockId: string, actionId: string, value: FilledValue): void {
      const field = forms.get(scope)?.fields.get(keyOf(blockId, actionId));
      if (field) field.value = value === '' ? null : value;
    },
    filled(scope: string): Filled {
      const result: Filled = {};
      for (const { blockId, actionId, value } of forms.get(scope)?.fields.values() ?? [])
        result[blockId] = { ...result[blockId], [actionId]: value };
      return result;
    },
  };
};

export type FormState = ReturnType<typeof createFormState>;

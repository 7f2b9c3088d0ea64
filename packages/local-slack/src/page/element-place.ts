import type { Attributes } from './escape-html.ts';
import { initialValue } from './list-elements.ts';
import type { FilledValue } from './page-api.ts';
import { type JsonRecord, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { plainWords } from './render-mrkdwn.ts';

/** An element's block, context and label. */
export interface ElementPlace {
  blockId: string;
  context: RenderContext;
  label?: { id: string; describedBy: string | null; isInvalid: boolean; isRequired: boolean };
}

const tidy = (text: string): string => text.replace(/[^\w-]/g, '_');

export const elementId = (context: RenderContext, blockId: string, actionId: string): string =>
  tidy(`f-${context.scope}-${blockId}-${actionId}`);

export const elementValue = (element: JsonRecord, { blockId, context }: ElementPlace): FilledValue => {
  const known = context.held(blockId, readText(element['action_id']));
  return known === undefined ? initialValue(element) : known;
};

/** Attributes by which the page and tests find an element. */
export const elementAttributes = (element: JsonRecord, { blockId, context }: ElementPlace): Attributes => {
  const actionId = readText(element['action_id']);
  return {
    id: elementId(context, blockId, actionId),
    'data-block-id': blockId,
    'data-action-id': actionId,
    'data-element': readText(element['type']),
    'data-focus-first': element['focus_on_load'] === true,
  };
};

/** The accessible name. Outside input blocks, only the placeholder is available. */
export const nameAttributes = (element: JsonRecord, { label }: ElementPlace): Attributes =>
  label
    ? {
        'aria-labelledby': label.id,
        'aria-describedby': label.describedBy,
        'aria-invalid': label.isInvalid ? 'true' : null,
        'aria-required': label.isRequired ? 'true' : null,
      }
    : { 'aria-label': plainWords(element['placeholder']) || readText(element['type']).replaceAll('_', ' ') };

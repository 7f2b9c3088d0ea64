import { limits } from '../limits.ts';
import { confirm, imageElement, overflowOption, plainText } from './composition-rules.ts';
import { optionsDiffer } from './initial-rules.ts';
import { actionId, choiceRules, pickerRules, selectRules, textInputRules } from './input-rules.ts';
import { list, type ObjectRule, object, oneOf, type Rule, string, typed, url } from './rule.ts';

const style = oneOf('primary', 'danger');
const accessibilityLabel = string({ max: limits.button.accessibilityLabel });

export const button: ObjectRule = object({
  'type!': oneOf('button'),
  'text!': plainText(limits.button.text),
  action_id: actionId,
  value: string({ max: limits.button.value }),
  url: url(limits.button.url),
  style,
  confirm,
  accessibility_label: accessibilityLabel,
});

/** Runs a workflow by its link. */
const workflowButton: ObjectRule = object({
  action_id: actionId,
  'text!': plainText(limits.button.text),
  'workflow!': object({
    'trigger!': object({
      'url!': url(limits.button.url),
      customizable_input_parameters: list(object({ 'name!': string({ min: 1 }), 'value!': string() })),
    }),
  }),
  style,
  confirm,
  accessibility_label: accessibilityLabel,
});

const overflow: ObjectRule = object(
  {
    action_id: actionId,
    'options!': list(overflowOption, { min: 1, max: limits.overflow.options }),
    confirm,
  },
  { also: optionsDiffer },
);

const { datepicker, timepicker, datetimepicker } = pickerRules;

const anywhere = { ...choiceRules, ...selectRules, datepicker, timepicker };

export const accessory: Rule = typed({
  ...anywhere,
  button,
  workflow_button: workflowButton,
  overflow,
  image: imageElement,
});

/** Slack does not support them in actions blocks of views: slackapi/python-slack-sdk#1631. */
const multiSelects = Object.fromEntries(
  Object.entries(selectRules)
    .filter(([type]) => type.startsWith('multi_'))
    .map(([type, rule]): [string, ObjectRule] => [type, { ...rule, surfaces: ['message'] }]),
);

export const actionElement: Rule = typed({
  ...anywhere,
  ...multiSelects,
  button,
  workflow_button: workflowButton,
  overflow,
  datetimepicker,
  rich_text_input: textInputRules.rich_text_input,
});

export const inputElement: Rule = typed({ ...anywhere, ...textInputRules, datetimepicker });

const feedback: Rule = object({
  'text!': plainText(limits.button.text),
  'value!': string({ max: limits.button.value }),
  accessibility_label: accessibilityLabel,
});

export const contextAction: Rule = typed({
  feedback_buttons: object({
    action_id: actionId,
    'positive_button!': feedback,
    'negative_button!': feedback,
  }),
  icon_button: object({
    action_id: actionId,
    'icon!': oneOf('trash'),
    'text!': plainText(limits.button.text),
    value: string({ max: limits.button.value }),
    accessibility_label: accessibilityLabel,
    visible_to_user_ids: list(string({ min: 1 })),
    confirm,
  }),
});

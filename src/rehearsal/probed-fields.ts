import type { Block } from '@slack/types';

export const buildField = (element: Block & Record<string, unknown>): unknown => ({
  type: 'input',
  block_id: 'field',
  label: { type: 'plain_text', text: 'Field' },
  element,
});
const option = (text: string) => ({ text: { type: 'plain_text', text }, value: 'same' });

/** Modal fields for which no source says whether Slack accepts them. */
export const PROBED_FIELDS: [name: string, block: unknown][] = [
  [
    'a tel: address on a button',
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'call',
          text: { type: 'plain_text', text: 'Call' },
          url: 'tel:+971500000123',
        },
      ],
    },
  ],
  [
    'the same option twice',
    buildField({ type: 'static_select', action_id: 'field', options: [option('One'), option('Two')] }),
  ],
  [
    'an initial option that is not on the list',
    buildField({
      type: 'static_select',
      action_id: 'field',
      options: [option('One')],
      initial_option: { text: { type: 'plain_text', text: 'Two' }, value: 'other' },
    }),
  ],
  [
    'an unknown time zone',
    buildField({ type: 'timepicker', action_id: 'field', initial_time: '10:00', timezone: 'Mars/Olympus' }),
  ],
  ['an empty initial text', buildField({ type: 'plain_text_input', action_id: 'field', initial_value: '' })],
  [
    'an initial number outside its limits',
    buildField({
      type: 'number_input',
      action_id: 'field',
      is_decimal_allowed: true,
      min_value: '10',
      initial_value: '5',
    }),
  ],
  [
    'an invalid initial e-mail',
    buildField({ type: 'email_text_input', action_id: 'field', initial_value: 'nobody' }),
  ],
  ['no initial people', buildField({ type: 'multi_users_select', action_id: 'field', initial_users: [] })],
];

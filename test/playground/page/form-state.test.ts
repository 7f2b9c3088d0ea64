import { expect, test } from 'vitest';
import { createFormState } from '../../../playground/page/form-state.ts';

const input = (block_id: string, element: object, action_id = block_id) => ({
  type: 'input',
  block_id,
  element: { action_id, ...element },
});
const name = input('name', { type: 'plain_text_input', initial_value: 'Sara' });

test('untouched fields hold their initial value, empty ones null', () => {
  const forms = createFormState();
  forms.load('view:V1', '1', [
    name,
    input('notes', { type: 'plain_text_input' }),
    input('options', { type: 'checkboxes', initial_options: [{ value: 'qr' }] }),
    input('until', { type: 'datetimepicker', initial_date_time: 1_797_824_340 }),
    { type: 'actions', block_id: 'more', elements: [{ type: 'button', action_id: 'm' }] },
  ]);
  expect(forms.filled('view:V1')).toEqual({
    name: { name: 'Sara' },
    notes: { notes: null },
    options: { options: ['qr'] },
    until: { until: 1_797_824_340 },
  });
});

test('an emptied field is not filled again', () => {
  const forms = createFormState();
  forms.load('view:V1', '1', [name]);
  forms.set('view:V1', 'name', 'name', '');
  forms.load('view:V1', '2', [name]);
  expect(forms.filled('view:V1')).toEqual({ name: { name: null } });
});

test('a new version keeps typed values only where both ids and the type are the same', () => {
  const forms = createFormState();
  forms.load('view:V1', '1', [name, input('city', { type: 'plain_text_input' })]);
  forms.set('view:V1', 'name', 'name', 'Omar');
  forms.set('view:V1', 'city', 'city', 'Dubai');
  forms.load('view:V1', '2', [
    name,
    input('city', { type: 'plain_text_input', initial_value: 'Ajman' }, 'town'),
    input('new', { type: 'number_input', initial_value: '10' }),
  ]);
  expect(forms.filled('view:V1')).toEqual({
    name: { name: 'Omar' },
    city: { town: 'Ajman' },
    new: { new: '10' },
  });
  forms.load('view:V1', '3', [input('name', { type: 'email_text_input', initial_value: 'a@b.co' })]);
  expect(forms.filled('view:V1')).toEqual({ name: { name: 'a@b.co' } });
});

test('the same version again changes nothing', () => {
  const forms = createFormState();
  forms.load('view:V1', '1', [name]);
  forms.set('view:V1', 'name', 'name', 'Omar');
  forms.load('view:V1', '1', [name], { name: { name: 'Lena' } });
  expect(forms.held('view:V1', 'name', 'name')).toBe('Omar');
});

test('after a reload the server’s value wins over the initial value', () => {
  const forms = createFormState();
  forms.load('view:V1', '1', [name], { name: { name: 'Fatima' } });
  expect(forms.held('view:V1', 'name', 'name')).toBe('Fatima');
});

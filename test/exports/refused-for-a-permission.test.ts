import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';
import { readFileFailure } from '../../src/exports/file-failure.ts';

const refusedWith = (error: string) =>
  readFileFailure(new WebAPIPlatformError({ ok: false, error, response_metadata: {} }));

test('an export that lacks a permission ends at once, with what a person has to do', () => {
  expect(refusedWith('missing_scope')).toMatchObject({
    isPassing: false,
    what: 'Paylink has no permission to send files in this workspace. (missing_scope)',
    next: expect.stringContaining('Ask the person who installed Paylink to install it again'),
  });
});

test('an export that is refused with a word nobody knows is tried on, and names the word', () => {
  expect(refusedWith('a_word_of_next_year')).toMatchObject({
    isPassing: true,
    isUnclear: true,
    what: expect.stringContaining('(a_word_of_next_year)'),
  });
});

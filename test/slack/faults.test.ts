import { ErrorCode } from '@slack/web-api';
import { expect, test } from 'vitest';
import { NetworkError } from '../../src/payment-service/index.ts';
import { explainFault } from '../../src/slack/faults.ts';
import { ResponseRefused } from '../../src/slack/slack-fetch.ts';
import { ViewRefused } from '../../src/slack/views.ts';
import { createDatabaseMarks } from '../../src/store/engine/database-marks.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('no'), { code, ...more });
const fromSlack = (error: string) => withCode(ErrorCode.PlatformError, { data: { error } });
/** As a statement failed with it. */
const failed = (code: string) => {
  const error = withCode(code);
  createDatabaseMarks().failed(error);
  return error;
};
const wrapped = (cause: unknown) => new Error('not saved', { cause });

test.each([
  ['the disk is full', wrapped(withCode('SQLITE_FULL')), /^Paylink’s disk is full/],
  ['the disk of the database server is full', withCode('53100'), /^Paylink’s disk is full/],
  ['the database does not answer', failed('ECONNREFUSED'), /^Paylink’s database does not answer/],
  ['its server has ended the session', failed('57P01'), /^Paylink’s database does not answer/],
  [
    'its file cannot be written',
    wrapped(failed('SQLITE_IOERR_WRITE')),
    /^Paylink’s database can’t save anything right now/,
  ],
  [
    'Slack refuses the token',
    fromSlack('token_revoked'),
    /^Slack refuses Paylink’s token \(`token_revoked`\)/,
  ],
  [
    'Slack refuses something',
    fromSlack('a_code_of_next_year'),
    /^Slack did not do its part .*a_code_of_next_year/,
  ],
  ['Slack does not answer', withCode(ErrorCode.RequestError), /^Slack did not do its part/],
  [
    'Slack refuses a window',
    new ViewRefused({ code: 'bad', why: 'refused' }),
    /^Slack did not do its part .*bad/,
  ],
  ['the trigger is another app’s', fromSlack('invalid_trigger_id'), /the token of another app/],
  [
    'the trigger is over',
    fromSlack('expired_trigger_id'),
    /three seconds to open a window, and they were over/,
  ],
  ['five answers were sent', new ResponseRefused('used_url'), /^Slack allows five answers/],
  [
    'the payment service cannot be reached',
    new NetworkError('no', { operation: 'generateLink', reference: 'R1', maybeSent: true }),
    /payment service/,
  ],
  [
    'it is another fault',
    new TypeError('x is undefined'),
    /^Something went wrong in Paylink, and this may not be finished/,
  ],
])('when %s, one sentence says so, with a reference', (_, error, words) => {
  const said = explainFault(error, 'REF12345');
  expect(said).toMatch(words);
  expect(said).toContain('eference REF12345');
  // A form says the same of what is known, and stays as it was typed.
  const atForm = explainFault(error, 'REF12345', 'Paylink could not do this.');
  if (error instanceof TypeError) expect(atForm).toMatch(/^Paylink could not do this\. Try again.*REF12345/);
  else expect(atForm).toBe(said);
});

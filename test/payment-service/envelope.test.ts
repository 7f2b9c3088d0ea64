import { describe, expect, test } from 'vitest';
import { judgeEnvelope, readEnvelope } from '../../src/payment-service/envelope.ts';

const judge = (body: unknown) => judgeEnvelope(readEnvelope(body));

const FAILED = { ok: false, httpStatus: null };
const FINE = { ok: true };

describe('an envelope', () => {
  test('is read whatever the case of its names', () => {
    const read = {
      status: '00',
      message: 'made',
      response: { a: 1 },
      code: '00',
      wrapped: true,
      bareError: false,
    };
    expect(readEnvelope({ status: '00', message: 'made', response: { a: 1 } })).toEqual(read);
    expect(readEnvelope({ STATUS: '00', Message: 'made', RESPONSE: { a: 1 } })).toEqual(read);
  });

  test.each([[null], [17], ['text'], [[1, 2]], [true]])(
    'that is not an object is all payload: %j',
    (body) => {
      expect(readEnvelope(body)).toEqual({
        status: null,
        message: null,
        response: body,
        code: null,
        wrapped: false,
        bareError: false,
      });
    },
  );

  test.each(['status', 'statusCode', 'responseStatus', 'resultStatus', 'responseCode', 'success', 'code'])(
    'has its status in %s as a word, a number or a boolean',
    (name) => {
      expect(readEnvelope({ [name]: 'done', response: {} }).status).toBe('done');
      expect(readEnvelope({ [name]: 7, response: {} }).status).toBe('7');
      expect(readEnvelope({ [name]: true, response: {} }).status).toBe('true');
      expect(readEnvelope({ [name]: { word: 'done' }, response: {} }).status).toBeNull();
    },
  );

  test.each(['message', 'msg', 'statusMessage', 'responseMessage', 'errorMessage', 'description', 'detail'])(
    'has its message in %s',
    (name) => {
      expect(readEnvelope({ [name]: 'it is made' })).toMatchObject({ message: 'it is made', wrapped: true });
    },
  );

  test.each(['response', 'data', 'result', 'payload'])('has its payload in %s', (name) => {
    expect(readEnvelope({ [name]: { a: 1 } })).toMatchObject({ response: { a: 1 }, wrapped: true });
  });

  test('with an empty response is wrapped, and the whole body is the payload', () => {
    const body = { status: 'PAID', Response: null };
    expect(readEnvelope(body)).toMatchObject({ response: body, wrapped: true });
  });

  test('that is a bare record is not wrapped', () => {
    const body = { status: 'PAID', orderId: '1' };
    expect(readEnvelope(body)).toEqual({
      status: 'PAID',
      message: null,
      response: body,
      code: null,
      wrapped: false,
      bareError: false,
    });
  });

  test('skips a status or message that is an object, and takes the next one', () => {
    const body = { status: { a: 1 }, statusCode: '96', message: ['x'], msg: 'refused', response: {} };
    expect(readEnvelope(body)).toMatchObject({ status: '96', message: 'refused', code: '96' });
  });

  test('takes nothing from inside its payload', () => {
    const body = { response: { status: '96', message: 'inner', code: '99', error: 'inner' } };
    expect(readEnvelope(body)).toMatchObject({ status: null, message: null, code: null, bareError: false });
  });

  test.each([
    [{ status: '96' }, '96'],
    [{ status: '96 - refused' }, '96'],
    [{ status: '96:refused' }, '96'],
    [{ status: '96 |x' }, '96'],
    [{ status: '96 refused' }, null],
    [{ status: '960' }, null],
    [{ status: 'x96' }, null],
    [{ status: 'success', code: '97' }, '97'],
    [{ status: 'success', statusCode: 91 }, '91'],
    [{ status: 'success', responseCode: '92' }, '92'],
    [{ status: 'success', errorCode: '90' }, '90'],
    [{ status: 'success', resultCode: '99' }, '99'],
    [{ status: 'success', code: '93' }, '93'],
    [{ status: 'success', code: '96' }, '96'],
    [{ status: 'success', code: '94' }, null],
    [{ status: 'success', code: '00' }, null],
    [{ status: 'success', code: null }, null],
    [{ status: '00', code: '97' }, '00'],
  ])('%j has the code %s', (body, code) => {
    expect(readEnvelope(body).code).toBe(code);
  });

  test('without a message has the error’s text as its message', () => {
    expect(readEnvelope({ error: 'no such order' }).message).toBe('no such order');
    expect(readEnvelope({ errors: 'no such order' }).message).toBe('no such order');
    expect(readEnvelope({ error: 'no such order', message: 'sorry' }).message).toBe('sorry');
    expect(readEnvelope({ error: { code: 1 } }).message).toBeNull();
  });

  test.each([
    [{ error: 'x' }, true],
    [{ errors: ['x'] }, true],
    [{ error: true }, true],
    [{ error: { a: 1 } }, true],
    [{ error: false }, false],
    [{ errors: [] }, false],
    [{ error: 'x', status: '00' }, false],
    [{ error: 'x', response: {} }, false],
    [{ orderId: '1' }, false],
  ])('%j is an error without an envelope: %s', (body, isError) => {
    expect(readEnvelope(body).bareError).toBe(isError);
  });
});

describe('a body is judged as', () => {
  test.each([
    { status: '00', response: {} },
    { status: 200, response: {} },
    { status: '201', response: {} },
    { status: 'success', response: {} },
    { status: 'OK', response: {} },
    { status: true, response: {} },
    { status: 'created', response: {} },
    { status: 'whatever', response: {} },
    { status: '399', response: {} },
    { status: '600', response: {} },
    { status: '1400', response: {} },
    { status: '4000', response: {} },
    { status: '4x4', response: {} },
    { status: 'No error', response: {} },
    { status: 'no_errors', response: {} },
    { status: 'withoutErrors', response: {} },
    { status: 'refailed', response: {} },
    { status: '1-5', response: {} },
    { status: '-5x', response: {} },
    { response: {} },
    { orderId: '1' },
    [],
    null,
  ])('a success: %j', (body) => {
    expect(judge(body)).toEqual(FINE);
  });

  test.each([
    'fail',
    'fails',
    'FAILED',
    'failure',
    'error',
    'errors',
    'decline',
    'Declined',
    'reject',
    'rejected',
    'refused',
    'denied',
    'unsuccessful',
    'invalid',
    'false',
    'payment_failed',
    'PAYMENT-FAILED',
    'paymentFailed',
    'it was not made: failed.',
    '-1',
    '-27',
  ])('a failure, by its word: %s', (status) => {
    expect(judge({ status, response: {} })).toEqual(FAILED);
    // Of a record without an envelope it is its own state.
    expect(judge({ status, orderId: '1' })).toEqual(FINE);
    expect(judge({ status, message: 'x' })).toEqual(FAILED);
    expect(judge({ status, response: {} })).toEqual(FAILED);
    expect(judge({ status, response: null })).toEqual(FAILED);
  });

  test.each(['01', '10', '90', '96', '99'])('a failure, by its code: %s', (status) => {
    expect(judge({ status, response: {} })).toEqual(FAILED);
    expect(judge({ status, orderId: '1' })).toEqual(FAILED);
  });

  test.each([400, 404, 429, 499, 500, 503, 599])('a failure, as HTTP would have said it: %i', (status) => {
    expect(judge({ status, response: {} })).toEqual({ ok: false, httpStatus: status });
    expect(judge({ status, orderId: '1' })).toEqual({ ok: false, httpStatus: status });
  });

  test('a failure, by a bare error', () => {
    expect(judge({ error: 'x' })).toEqual(FAILED);
    expect(judge({ error: 'x' })).toEqual(FAILED);
    expect(judge({ success: false, response: {} })).toEqual(FAILED);
    expect(judge({ status: 'success', code: '97', response: {} })).toEqual(FAILED);
  });
});

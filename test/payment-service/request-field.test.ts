import { expect, test } from 'vitest';
import { InvalidRequestError } from '../../src/payment-service/index.ts';
import { buildLinkRequest } from './link-requests.ts';
import { sendJson, startClient, startService } from './start-service.ts';

test.each([
  [{ message: 'Validation failed', response: { Email: 'must be valid' } }, 'Email'],
  [{ message: 'Validation failed', response: { full_name: 'bad', City: 'bad' } }, 'FullName'],
  [{ message: 'Validation failed', response: { errors: [{ field: 'notes' }] } }, 'notes'],
  [{ message: 'Validation failed', response: [{ fieldName: 'Phone' }] }, 'Phone'],
  [{ message: 'Validation failed', response: buildLinkRequest() }, null],
  [{ message: 'Bad request', response: {} }, null],
])('a 400 that says %j points at %j', async (body, field) => {
  const { baseUrl } = await startService((response) => sendJson(response, 400, body));
  const error: unknown = await startClient(baseUrl)
    .client.generateLink(buildLinkRequest())
    .catch((reason: unknown) => reason);
  expect(error instanceof InvalidRequestError ? error.field : error).toBe(field);
});

import { readEnvelope } from '../../src/payment-service/envelope.ts';
import type { Answer } from '../../src/payment-service/index.ts';

/** An answer as the client would hand it on, for a body of any shape. */
export const buildAnswer = (body: unknown): Answer => {
  const { status, message, response } = readEnvelope(body);
  return { httpStatus: 200, status, message, response, body, reference: 'R-1' };
};

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** A request as it came, before anything of it was judged. */
export interface RawRequest {
  method: string;
  /** As it stood in the request line. */
  target: string;
  headers: IncomingHttpHeaders;
  /** As they were written. */
  headerNames: string[];
  body: Buffer;
}

/** Sent as it is; a body that is neither text nor bytes, as JSON. */
export interface RawAnswer {
  /** Default: 200. */
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: unknown;
}

/** Changes what the sandbox answers by itself, before faults spoil it. */
export type AnswerChange = (own: Answer) => Answer;

type Given = RawAnswer | AnswerChange | undefined;

/** `undefined`: the sandbox answers by itself. */
export type Answering = (request: RawRequest) => Given | Promise<Given>;

export const sendRaw = (response: ServerResponse, { status = 200, headers = {}, body }: RawAnswer): void => {
  const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  if (!isPlain) response.setHeader('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(isPlain ? body : JSON.stringify(body));
};

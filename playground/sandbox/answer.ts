export interface Answer {
  status: number;
  contentType: string;
  headers?: Record<string, string>;
  body: string;
}

export interface Envelope {
  status: string;
  message: string;
  response: unknown;
}

const JSON_TYPE = 'application/json';

export const buildSuccess = (message: string, response: unknown): Answer =>
  buildEnvelopeAnswer(200, { status: '00', message, response });

/** An error with the two-digit code that the service's table has for it, unless another is named. */
export const buildRefusal = (
  httpStatus: number,
  message: string,
  more: { code?: string | undefined; response?: unknown; headers?: Record<string, string> } = {},
): Answer => ({
  ...buildEnvelopeAnswer(httpStatus, {
    status: more.code ?? codeOf(httpStatus),
    message,
    response: more.response ?? {},
  }),
  ...(more.headers && { headers: more.headers }),
});

export const buildEnvelopeAnswer = (httpStatus: number, envelope: Envelope): Answer => ({
  status: httpStatus,
  contentType: JSON_TYPE,
  body: JSON.stringify(envelope),
});

function codeOf(httpStatus: number): string {
  switch (httpStatus) {
    case 400:
    case 422:
      return '92';
    case 403:
      return '90';
    case 404:
      return '93';
    case 405:
    case 406:
    case 415:
      return '96';
    case 402:
    case 502:
    case 503:
    case 504:
      return '97';
    default:
      return '99';
  }
}

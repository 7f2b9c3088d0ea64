import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { type LinkRequest, linkRequestSchema } from '../../src/payment-service/link-request.ts';
import { type Answer, buildRefusal, buildSuccess } from './answer.ts';
import { parseFils } from './fils.ts';
import type { Ledger } from './ledger.ts';
import type { Route } from './match-route.ts';
import { buildLinkRecord, type Look } from './record-look.ts';
import type { LinkDraft } from './records.ts';
import { buildGeneratedResponse } from './response-look.ts';
import { isZoneName, parseWallClock } from './wall-clock.ts';

export interface Work {
  route: Route;
  ledger: Ledger;
  look: Look;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** `undefined` if the bytes are not JSON. */
  body: unknown;
  at: number;
  maxPageSize: number;
  fixedPageSize?: number | null;
  amountLimitFils: number;
  /** Called with the order id of a new link. */
  made: (orderId: string) => void;
}

/** Every accepted call creates a link: the service has no idempotency. */
export const generateLink = (call: Work): Answer => {
  const { ledger, look, body, at } = call;
  if (body === undefined) return buildRefusal(400, 'Request body is not valid JSON');
  const parsed = linkRequestSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);

  const zone = call.headers['time-zone'];
  if (zone === undefined) return buildRefusal(400, 'Time-Zone header is missing');
  const timeZone = String(zone);
  if (!isZoneName(timeZone)) return buildRefusal(400, 'Time-Zone header is not a known time zone');

  const draft = buildDraft(parsed.data, timeZone);
  if (draft.amountFils > call.amountLimitFils) return buildRefusal(402, 'Per transaction limit exceeded');
  const known = draft.invoiceId === null ? undefined : ledger.linkByInvoiceId(draft.invoiceId);
  if (known && look.shape.conflict !== 'none') {
    const response = look.shape.conflict === 'with-link' ? buildLinkRecord(known, look) : {};
    return buildRefusal(409, 'A payment link with this Invoice_Id exists already', { response });
  }
  const link = ledger.create(draft, at);
  call.made(link.orderId);
  return buildSuccess('Payment link generated', buildGeneratedResponse(link, look));
};

function refuseFields(error: z.ZodError): Answer {
  const errors = error.issues.flatMap(({ path, message, ...issue }) => {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [path.join('.') || 'body'];
    return fields.map((field) => ({ field, message }));
  });
  const fields = [...new Set(errors.map(({ field }) => field))];
  return buildRefusal(400, `Invalid value for ${fields.join(', ')}`, { response: { errors } });
}

function buildDraft(request: LinkRequest, timeZone: string): LinkDraft {
  return {
    request,
    amountFils: parseFils(request.invoiceAmount),
    expiresAt: parseWallClock(request.expiryOn, timeZone) ?? 0,
    invoiceId: request.Invoice_Id || null,
  };
}

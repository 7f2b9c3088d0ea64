import { request } from 'node:http';
import { z } from 'zod';
import { formatLocalDateTime } from '../../src/payment-service/local-date-time.ts';
import type { Crossings, LoadTeam } from './load-team.ts';
import { type Asked, serveLate } from './serve-late.ts';

const ZONE = 'Asia/Dubai';

export interface ServiceLink {
  team: LoadTeam;
  orderId: string;
  invoiceId: string;
  amount: number;
  notes: string;
  callbackUrl: string | null;
  createdAt: number;
  paidAt: number | null;
}

interface LeanServiceOptions {
  teams: readonly LoadTeam[];
  crossings: Crossings;
  delayMs: number;
  /** The delay for slow workspaces. */
  slowMs: number;
  onMade(link: ServiceLink): void;
}

const generateSchema = z.object({
  invoiceAmount: z.coerce.number(),
  Invoice_Id: z.string(),
  notes: z.string(),
  callback_url: z.string().optional(),
});

/** The minimum of the payment service that the app needs, with an account per workspace. */
export const createLeanService = async ({
  teams,
  crossings,
  delayMs,
  slowMs,
  onMade,
}: LeanServiceOptions) => {
  const accounts = new Map(
    teams.map((team) => [team.credentials.accountId, { team, links: [] as ServiceLink[] }]),
  );
  const links = new Map<string, ServiceLink>();
  let refused = 0;
  let url = '';

  const slow = new Set(
    teams.filter(({ standing }) => standing === 'slow').map(({ credentials }) => credentials.accountId),
  );
  const success = (response: unknown) => ({
    status: 200,
    body: { status: '00', message: 'Success', response },
  });
  const nothing = { status: 404, body: { status: '93', message: 'Not found', response: {} } };

  const answer = ({ method, target, headers, body }: Asked): { status: number; body: unknown } => {
    const account = accounts.get(String(headers['accountid']));
    if (!account || headers['apikey'] !== account.team.credentials.apiKey) {
      refused += 1;
      return { status: 403, body: { status: '90', message: 'Not authorized', response: {} } };
    }
    const { team } = account;
    const text = body.toString('utf8');
    crossings.look(team, target + text);
    const [path = '', query = ''] = target.slice('/api/'.length).split('?');
    if (method === 'POST') {
      const asked = generateSchema.parse(JSON.parse(text));
      const link: ServiceLink = {
        team,
        orderId: String(100_000 + links.size),
        invoiceId: asked.Invoice_Id,
        amount: asked.invoiceAmount,
        notes: asked.notes,
        callbackUrl: asked.callback_url ?? null,
        createdAt: Date.now(),
        paidAt: null,
      };
      links.set(link.orderId, link);
      account.links.push(link);
      onMade(link);
      return success(describeLink(link, url));
    }
    const [resource = '', ...rest] = path.split('/');
    const ids = resource === 'payment-link' ? rest.slice(1) : rest;
    if (resource === 'business-details')
      return success({ businessName: `Shop ${team.key}`, status: 'ACTIVE' });
    if (ids.length === 1) {
      const link = links.get(ids[0] ?? '');
      const isThere = link?.team === team && (resource === 'payment-link' || link.paidAt !== null);
      if (!link || !isThere) return nothing;
      return success(resource === 'payment-link' ? describeLink(link, url) : describeTransaction(link));
    }
    const rows =
      resource === 'payment-link'
        ? account.links.map((link) => describeLink(link, url))
        : resource === 'transactions-history'
          ? account.links.filter(({ paidAt }) => paidAt !== null).map(describeTransaction)
          : [];
    return success(cutPage(rows, new URLSearchParams(query)));
  };

  const server = await serveLate(
    (asked) => ({
      ...answer(asked),
      ...(slow.has(String(asked.headers['accountid'])) ? { afterMs: slowMs } : {}),
    }),
    delayMs,
  );
  url = server.url;
  return {
    baseUrl: `${url}/api`,
    /** `isTold`: call the callback address. Resolves to the status of its answer, or null without a call. */
    pay: async (link: ServiceLink, isTold: boolean): Promise<number | null> => {
      link.paidAt = Date.now();
      return isTold && link.callbackUrl !== null ? callBack(link) : null;
    },
    made: () => ({
      links: links.size,
      paid: [...links.values()].filter(({ paidAt }) => paidAt !== null).length,
    }),
    /** Calls with unknown credentials. */
    refused: () => refused,
    close: server.close,
  };
};

function describeLink(link: ServiceLink, url: string) {
  return {
    orderId: link.orderId,
    Invoice_Id: link.invoiceId,
    amount: link.amount,
    currency: 'AED',
    status: link.paidAt === null ? 'CREATED' : 'PAID',
    paymentLink: `${url}/pay/${link.orderId}`,
    createdAt: formatLocalDateTime(link.createdAt, ZONE),
    paidAt: link.paidAt === null ? null : formatLocalDateTime(link.paidAt, ZONE),
  };
}

function describeTransaction(link: ServiceLink) {
  return {
    transactionId: `TXN-${link.orderId}`,
    orderId: link.orderId,
    Invoice_Id: link.invoiceId,
    amount: link.amount,
    currency: 'AED',
    status: 'SUCCESS',
    createdAt: formatLocalDateTime(link.paidAt ?? link.createdAt, ZONE),
  };
}

/** Newest first; every range contains everything, because the run is within one day. */
function cutPage(rows: unknown[], query: URLSearchParams) {
  const page = Number(query.get('page'));
  const size = Number(query.get('size'));
  return {
    content: rows.toReversed().slice(page * size, (page + 1) * size),
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    number: page,
    size,
  };
}

/** HTTP status; 0: no answer. */
function callBack(link: ServiceLink, isSecond = false): Promise<number> {
  const body = JSON.stringify({ orderId: link.orderId, Invoice_Id: link.invoiceId, status: 'PAID' });
  return new Promise((resolve) => {
    const call = request(link.callbackUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    call.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    // The app may close an idle connection just as it is used.
    call.on('error', () => resolve(call.reusedSocket && !isSecond ? callBack(link, true) : 0));
    call.end(body);
  });
}

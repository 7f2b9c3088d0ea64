import type { IncomingMessage } from 'node:http';
import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import { PaymentServiceError } from '../../payment-service/index.ts';
import { createBodyReader } from '../../web/body-reader.ts';
import type { Installation } from '../installations.ts';
import { buildConnectPage, type ConnectPageParts, explainTrial, parseConnectForm } from './connect-form.ts';
import type { InstallParts } from './install-parts.ts';
import { buildConnectedPage, buildTroublePage, type PageReply } from './pages.ts';
import type { ConnectHolder } from './tickets.ts';

const BODY = { maxBytes: 8 * 1024, patienceMs: 10_000 };
const AT_ONCE = 32;

/** `/slack/connect/{ticket}`: nothing but the ticket keeps strangers from the form. */
export const createConnectVisit = ({
  installations,
  mayConnect,
  testCredentials,
  onConnected,
  awaitsConfirming,
  publicUrl,
  log,
  connectTickets: tickets,
}: InstallParts) => {
  const bodies = createBodyReader({ atOnce: AT_ONCE, maxBytes: AT_ONCE * BODY.maxBytes });

  /** Null also when the user has lost the right since the page was created. */
  const findInstallation = async (holder: ConnectHolder | null): Promise<Installation | null> => {
    const installation = holder === null ? null : await installations.find(holder.teamId);
    if (holder === null || installation === null) return null;
    return (await mayConnect(installation, holder.userId)) ? installation : null;
  };

  const show = async (ticket: string): Promise<PageReply> => {
    const installation = await findInstallation(await tickets.read(ticket));
    return installation === null ? GONE : { status: 200, page: buildConnectPage(describe(installation)) };
  };

  const keep = async (
    ticket: string,
    holder: ConnectHolder,
    credentials: PaymentCredentials,
  ): Promise<boolean> => {
    // Use up the ticket before saving anything: if two forms arrive at once, one is told it is too late.
    if (!(await tickets.useUp(ticket))) return false;
    const { teamId, userId } = holder;
    if (!(await installations.setCredentials(teamId, credentials))) return false;
    log.info({ teamId }, 'a payment service was connected');
    await onConnected({ teamId, userId });
    return true;
  };

  const submit = async (ticket: string, request: IncomingMessage): Promise<PageReply | null> => {
    if (isFromElsewhere(request, publicUrl)) return { ...FOREIGN, isCut: !request.complete };
    // Turn strangers away before reading the body.
    const installation = await findInstallation(await tickets.read(ticket));
    if (installation === null) return { ...GONE, isCut: !request.complete };
    const body = await bodies.read(request, BODY);
    if (body === 'gone') return null;
    if (typeof body === 'string') return { ...UNREAD, status: UNREAD_STATUS[body] };
    const parts = describe(installation);
    const form = parseConnectForm(body.toString('utf8'));
    if (form.is === 'faulty') {
      const { faults, accountId } = form;
      return { status: 422, page: buildConnectPage({ ...parts, faults, accountId }) };
    }

    const taken = await tickets.takeTry(ticket);
    if (taken === null) return GONE;
    try {
      const { businessName } = await testCredentials(form.credentials);
      return (await keep(ticket, taken.holder, form.credentials))
        ? {
            status: 200,
            page: buildConnectedPage({
              businessName,
              installed: installation,
              isOther:
                isOther(installation.credentials, form.credentials) ||
                (await awaitsConfirming(taken.holder.teamId)),
            }),
          }
        : GONE;
    } catch (error) {
      if (!(error instanceof PaymentServiceError)) throw error;
      const { triesLeft } = taken;
      const trouble = explainTrial(error);
      log.info(
        { err: error, reference: trouble.reference, triesLeft },
        'a payment service was not connected',
      );
      if (triesLeft === 0) return GONE;
      const { accountId } = form.credentials;
      return { status: 422, page: buildConnectPage({ ...parts, accountId, trouble, triesLeft }) };
    }
  };

  return { show, submit };
};

/** Another account than before: links wait until an admin confirms it. */
const isOther = (before: PaymentCredentials | null, now: PaymentCredentials): boolean =>
  before !== null && before.accountId !== now.accountId;

function describe({ name, credentials }: Installation): ConnectPageParts {
  return { workspaceName: name, isConnected: credentials !== null };
}

/**
 * Whether the form was sent from another site. Our pages send no referrer, so browsers give their origin as `null`;
 * trust `Sec-Fetch-Site` if present. If a browser sends neither, only the secret ticket protects the form.
 */
function isFromElsewhere({ headers }: IncomingMessage, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin;
}

const GONE = {
  status: 404,
  page: buildTroublePage({
    title: 'This page has closed',
    what: 'A private page works for one hour, ten tries and one connection. This one has expired or was used, or its address is incomplete.',
    next: 'In Slack, an admin of Paylink gets a new one with /paylink settings.',
  }),
};
const FOREIGN = {
  status: 403,
  page: buildTroublePage({
    title: 'Sent from another site',
    what: 'This form was not sent from its own page, so nothing was done.',
    next: 'Open the private page again and enter the credentials there.',
  }),
};
const UNREAD_STATUS = { 'too-large': 413, 'too-slow': 408, evicted: 503 };
const UNREAD = {
  isCut: true,
  page: buildTroublePage({
    title: 'Form not received',
    what: 'The form was too large or arrived too slowly. Nothing was saved.',
    next: 'Go back and enter the three values again.',
  }),
};

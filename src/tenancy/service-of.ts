import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import {
  NotConnectedError,
  type Operation,
  OtherAccountError,
  type PaymentServiceClient,
  type ServiceRecord,
  type Vocabulary,
} from '../payment-service/index.ts';
import { createRecentMap } from '../recent-map.ts';
import type { ServiceAccount } from '../store/account-store.ts';
import type { Accounts, Owned } from './accounts.ts';

/**
 * The payment service with the account that a row belongs to. Calls reject with `NotConnectedError` while the workspace
 * has no credentials, and with `OtherAccountError` while they are another account's.
 */
type ServiceOf = (row: Owned) => PaymentServiceClient;

export interface Services {
  of: ServiceOf;
  /** With the account that new work belongs to. Rejects as `of` does, also while the account is unconfirmed. */
  confirmed: (teamId: string) => PaymentServiceClient;
  /** Whatever account the credentials are of: only to name it. */
  entered: (teamId: string) => PaymentServiceClient;
  /** Waits for requests under way in all clients. */
  close(): Promise<void>;
}

interface ServicesDependencies {
  /** Read at every call, so that a change applies at once; null: no credentials. */
  credentialsOf: (teamId: string) => Promise<PaymentCredentials | null>;
  nameAccount: (credentials: PaymentCredentials) => ServiceAccount;
  accounts: Pick<Accounts, 'isAt' | 'isConfirmed'>;
  connect: (credentials: PaymentCredentials) => PaymentServiceClient;
  /** What its admins said of names of records. */
  vocabularies: { of(teamId: string): Promise<Vocabulary> };
  /** Closes the connections that all clients share. */
  disconnect: () => Promise<void>;
  newReference: () => string;
}

/** A client is of no use once its credentials have changed, so only the most recently used ones stay. */
const MOST_CLIENTS = 500;

export const createServices = ({
  credentialsOf,
  nameAccount,
  accounts,
  connect,
  vocabularies,
  disconnect,
  newReference,
}: ServicesDependencies): Services => {
  const clients = createRecentMap<PaymentServiceClient>(MOST_CLIENTS);
  const clientsOpen = new Set<PaymentServiceClient>();
  const closing = new Set<Promise<unknown>>();

  const clientFor = (credentials: PaymentCredentials): PaymentServiceClient => {
    const key = JSON.stringify([credentials.apiKey, credentials.accountId, credentials.secretKey]);
    const client = clients.get(key) ?? connect(credentials);
    clientsOpen.add(client);
    const leftOut = clients.set(key, client);
    if (leftOut) {
      clientsOpen.delete(leftOut);
      const forget = () => closing.delete(closed);
      // If closing fails, forget the client anyway: no reason to end the process.
      const closed: Promise<unknown> = leftOut.close().then(forget, forget);
      closing.add(closed);
    }
    return client;
  };

  const open = (
    teamId: string,
    isAllowed: (now: ServiceAccount) => Promise<boolean>,
  ): PaymentServiceClient => {
    const look = async () => {
      const credentials = await credentialsOf(teamId);
      return { credentials, isOfRow: credentials !== null && (await isAllowed(nameAccount(credentials))) };
    };
    /** Calls that begin together look once. */
    let looking: ReturnType<typeof look> | null = null;
    const ask = async <T>(
      operation: Operation,
      reference: string,
      call: (client: PaymentServiceClient) => Promise<T>,
    ): Promise<T> => {
      looking ??= look().finally(() => {
        looking = null;
      });
      const { credentials, isOfRow } = await looking;
      if (credentials === null)
        throw new NotConnectedError('the workspace has no credentials', { operation, reference });
      if (!isOfRow)
        throw new OtherAccountError('the credentials are another account’s', { operation, reference });
      return call(clientFor(credentials));
    };
    /** Once for all that is read with it. */
    let words: Promise<Vocabulary> | null = null;
    const list =
      (operation: 'listTransactions' | 'listPayouts' | 'listLinks'): PaymentServiceClient['listLinks'] =>
      async (range, page) => {
        const listed = await ask(operation, newReference(), (client) => client[operation](range, page));
        return { ...listed, records: await readAsSaid(listed.records, operation) };
      };
    const readAsSaid = async (records: readonly ServiceRecord[], of: Operation) => {
      words ??= vocabularies.of(teamId);
      const { asSaid } = await words;
      return records.map((record) => asSaid(record, of === 'listPayouts' ? 'payouts' : 'payments'));
    };
    return {
      generateLink: (request, options = {}) =>
        ask('generateLink', options.reference ?? newReference(), (client) =>
          client.generateLink(request, options),
        ),
      businessDetails: () => ask('businessDetails', newReference(), (client) => client.businessDetails()),
      listTransactions: list('listTransactions'),
      listPayouts: list('listPayouts'),
      listLinks: list('listLinks'),
      findLinks: async (orderId) =>
        readAsSaid(await ask('findLink', newReference(), (client) => client.findLinks(orderId)), 'findLink'),
      findTransactions: async (orderId) =>
        readAsSaid(
          await ask('findTransaction', newReference(), (client) => client.findTransactions(orderId)),
          'findTransaction',
        ),
      close: async () => undefined,
    };
  };

  return {
    of: (row) => open(row.teamId, (now) => accounts.isAt(row, now)),
    confirmed: (teamId) => open(teamId, (now) => accounts.isConfirmed(teamId, now)),
    entered: (teamId) => open(teamId, async () => true),
    close: async () => {
      await Promise.all([...closing, ...[...clientsOpen].map((client) => client.close())]);
      await disconnect();
    },
  };
};

import { expect, test } from 'vitest';
import type { PaymentCredentials } from '../../src/payment-service/client-settings.ts';
import { buildVocabulary, type PaymentServiceClient } from '../../src/payment-service/index.ts';
import { createServices } from '../../src/tenancy/service-of.ts';

test('a call sees credentials that are new since the one before', async () => {
  const asked: string[] = [];
  let credentials: PaymentCredentials = { apiKey: 'old', accountId: 'a', secretKey: 's' };
  const connect = ({ apiKey }: PaymentCredentials): PaymentServiceClient => {
    const record = (what: string) => async () => {
      asked.push(`${what} with ${apiKey}`);
      return [];
    };
    const none = () => Promise.reject(new Error('not asked'));
    return {
      findLinks: record('link'),
      findTransactions: record('transaction'),
      generateLink: none,
      businessDetails: none,
      listTransactions: none,
      listPayouts: none,
      listLinks: none,
      close: async () => undefined,
    };
  };
  const services = createServices({
    credentialsOf: async () => credentials,
    nameAccount: ({ accountId: id }) => ({ id, host: 'pay.example.com' }),
    accounts: { isAt: async () => true, isConfirmed: async () => true },
    connect,
    vocabularies: { of: async () => buildVocabulary() },
    disconnect: async () => undefined,
    newReference: () => 'R',
  });

  const service = services.of({ teamId: 'T1' });
  await Promise.all([service.findLinks('1'), service.findTransactions('1')]);
  credentials = { ...credentials, apiKey: 'new' };
  await service.findLinks('1');
  expect(asked).toEqual(['link with old', 'transaction with old', 'link with new']);
  await services.close();
});

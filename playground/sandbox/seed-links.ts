import { millisecondsInDay } from 'date-fns/constants';
import { asAmount } from './fils.ts';
import type { Ledger } from './ledger.ts';
import type { SandboxLink } from './records.ts';
import type { LinkSeed } from './sandbox-api.ts';
import { formatWallClock } from './wall-clock.ts';

interface SeedOptions {
  ledger: Ledger;
  now: () => number;
  timeZone: string;
}

/** Makes links without calls, as if somebody had asked for them; those named as paid are paid, and nobody is told. */
export const createLinkSeeder =
  ({ ledger, now, timeZone }: SeedOptions) =>
  (count: number, each: (index: number) => LinkSeed = () => ({})): SandboxLink[] =>
    Array.from({ length: count }, (_, index) => {
      const seed = each(index);
      const createdAt = seed.createdAt ?? now();
      const expiresAt = seed.expiresAt ?? createdAt + 30 * millisecondsInDay;
      const amountFils = seed.amountFils ?? 10_000;
      const invoiceId =
        seed.invoiceId === undefined ? `SEED-${String(index + 1).padStart(6, '0')}` : seed.invoiceId;
      const link = ledger.create(
        {
          amountFils,
          expiresAt,
          invoiceId,
          request: {
            FullName: 'Sample Customer',
            Email: 'customer@example.com',
            Phone: '+971500000000',
            invoiceAmount: asAmount(amountFils),
            notes: `Sample link ${index + 1}`,
            isTermsAndConditionsAccepted: true,
            expiryOn: formatWallClock(expiresAt, timeZone),
            Is_QR_needed: false,
            Is_invoice_generated: false,
            ...(invoiceId !== null && { Invoice_Id: invoiceId }),
            ...(seed.callbackUrl !== undefined && { callback_url: seed.callbackUrl }),
          },
        },
        createdAt,
      );
      if (seed.paidAt !== undefined) {
        ledger.attempt(link.orderId, {
          at: seed.paidAt,
          declined: seed.declined ?? false,
          amountFils: seed.paidFils,
        });
      }
      return ledger.link(link.orderId) ?? link;
    });

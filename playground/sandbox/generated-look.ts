import { numbersToText, toSnakeCase } from './dress-record.ts';
import { asAmount } from './fils.ts';
import { type JsonObject, type Look, payAddress, stateWord } from './record-look.ts';
import type { SandboxLink } from './records.ts';
import { formatWallClock } from './wall-clock.ts';

/** What `response` holds after a link was generated. */
export const buildGeneratedResponse = (link: SandboxLink, look: Look): JsonObject | string => {
  const paymentLink = payAddress(look.url, link);
  const plain = {
    orderId: link.orderId,
    paymentLink,
    Invoice_Id: link.invoiceId,
    status: stateWord(link.status, look),
    amount: asAmount(link.amountFils),
    currency: 'AED',
    expiryOn: link.request.expiryOn,
    createdAt: formatWallClock(link.createdAt, look.timeZone),
  };
  switch (look.shape.generated) {
    case 'plain':
      return plain;
    case 'snake_case':
      return toSnakeCase(plain);
    case 'numbers-as-strings':
      return numbersToText(plain);
    case 'string':
      return paymentLink;
    case 'no-address': {
      const { paymentLink: _, ...rest } = plain;
      return rest;
    }
    case 'nested':
      return {
        data: {
          order: { orderId: plain.orderId, Invoice_Id: plain.Invoice_Id, status: plain.status },
          link: { url: paymentLink, expiryOn: plain.expiryOn },
          price: { amount: plain.amount, currency: plain.currency },
          createdAt: plain.createdAt,
        },
      };
  }
};

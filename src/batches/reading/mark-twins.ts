import { invoiceKey } from '../../payment-service/index.ts';
import type { NewBatchRow } from '../../store/batch.ts';
import { buildCustomerKeys, type ShopContacts } from '../../store/new-link.ts';

/** Marks rows for the same customer and amount as a row above, and refuses repeated invoice numbers. */
export function createTwins(shop: ShopContacts) {
  const sales = new Map<string, number>();
  const invoices = new Map<string, number>();
  return {
    mark: (row: NewBatchRow): NewBatchRow => {
      const { request, amountFils, number } = row;
      if (request === null) return row;
      const invoice = request.Invoice_Id === undefined ? null : invoiceKey(request.Invoice_Id);
      const first = invoice === null ? undefined : invoices.get(invoice);
      if (first !== undefined) {
        const words = `Row ${first} has the same invoice number. Give each row its own, or leave it blank.`;
        return {
          ...row,
          request: null,
          amountFils: null,
          expiresAt: null,
          faults: [{ column: null, words }],
        };
      }
      if (invoice !== null) invoices.set(invoice, number);
      const { phoneKey, emailKey } = buildCustomerKeys(request, shop);
      const keys = [phoneKey, emailKey].flatMap((key) => (key === null ? [] : [`${amountFils}:${key}`]));
      const twinOf = keys.map((key) => sales.get(key)).find((found) => found !== undefined) ?? null;
      for (const key of keys) if (!sales.has(key)) sales.set(key, number);
      return { ...row, twinOf };
    },
  };
}

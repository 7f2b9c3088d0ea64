import { hashToken } from '../../src/ids.ts';
import type { Store } from '../../src/store/open-store.ts';

export const AT = Date.UTC(2026, 10, 21, 8);

/** A token like those that the app makes. */
export const tokenOf = (id: string): string => id.padEnd(43, '_');

/** A link that waits for its payment; its token is `tokenOf(id)`. */
export const openLink = async (store: Store, id: string): Promise<void> => {
  await reserveLink(store, id);
  await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
};

export const reserveLink = async (
  store: Store,
  id: string,
  checkDueAt: number | null = null,
  teamId = 'T1',
) => {
  await store.links.reserve({
    id,
    nonce: `nonce-${id}`,
    teamId,
    replacesLinkId: null,
    besideLinkId: null,
    threadTs: null,
    channelId: 'C1',
    creatorId: 'U1',
    creatorName: 'sara',
    invoiceId: `PL-${id}`,
    invoiceIdIsOurs: true,
    callbackTokenHash: hashToken(tokenOf(id)),
    amountFils: 25_050,
    expiresAt: AT + 86_400_000,
    details: {
      FullName: 'Omar Haddad',
      Email: 'omar@example.com',
      Phone: '+971551112222',
      notes: 'June rent',
      expiryOn: '2026-12-21 12:00:00',
      Is_QR_needed: true,
      Is_invoice_generated: false,
    },
    checkDueAt,
    at: AT,
  });
};

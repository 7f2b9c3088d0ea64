import { expect, test } from 'vitest';
import { buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import { buildWhatsappView } from '../../src/links/card/whatsapp-view.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { asSale } from '../stories/as-sale.ts';

const ZONE = 'Asia/Dubai';
const { details } = buildLink();
const nothing = { FullName: '', Email: '', Phone: '', notes: '' };
const link = buildLink({ details: { ...details, ...nothing, erasedAt: Date.UTC(2027, 10, 21, 8) } });

test('a card whose customer was erased says so, and keeps the amount and the reference', () => {
  const { text } = buildLinkCard(asSale(link), ZONE);
  expect(text).toContain('customer erased');
  expect(text).toContain('AED 1,250.50');
});

test('the details of its link say when, in place of the customer', () => {
  const { text } = seen(buildLinkDetails({ link, history: [], timeZone: ZONE, showsGrounds: true }));
  expect(text).toContain('Erased on');
  expect(text).not.toContain('E-mail');
});

test('WhatsApp is not offered without a customer', () => {
  expect(
    seen(
      buildWhatsappView({
        link: asSale(link),
        businessName: null,
        timeZone: ZONE,
        now: link.createdAt,
        sent: null,
      }),
    ).addresses,
  ).toEqual({});
});

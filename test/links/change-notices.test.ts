import { describe, expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { buildSaleNews } from '../../src/links/checks/change-notices.ts';
import type { Link } from '../../src/store/link.ts';
import { isRequest, LINK_STATES } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const paid = { state: 'paid', payment: buildPayment() } as const;
const first = (changes: Partial<Link> = {}) => buildLink({ ...paid, ...changes });
const second = (changes: Partial<Link> = {}) =>
  buildLink({ id: 'lnk_2', ...paid, creatorId: 'U2', channelId: 'C2', ...changes });

const news = (
  link: Link,
  others: Link[],
  { hasTurnedUp = false, financeIds = ['UFINANCE'], before = { ...link, payment: null } as Link } = {},
) => {
  const jobs = buildSaleNews(link, others, {
    ...{ before, financeIds },
    ids: createIds(),
    hasTurnedUp,
    at: 0,
  });
  return jobs.map(({ kind, lane, linkId, payload }) =>
    kind === 'show'
      ? Object.values(payload ?? {}).join(' ')
      : `${kind} ${linkId} ${lane} ${(payload as { what: string }).what}`,
  );
};

describe('two links of one sale', () => {
  test('that were both paid notify their card, both owners and finance', () => {
    expect(news(first(), [second({ id: 'lnk_3', state: 'open', payment: null }), second()])).toEqual([
      'qr lnk_1',
      'qr lnk_3',
      'qr lnk_2',
      'post lnk_1 T0PLAY:C0FRONTDSK too-much',
      'tell lnk_1 T0PLAY:U0SARA0001 too-much',
      'tell lnk_1 T0PLAY:U2 too-much',
      'tell lnk_1 T0PLAY:UFINANCE too-much',
      'too-much lnk_1',
    ]);
  });

  test('that were both paid notify nobody again when a part goes back, only edit what was told', () => {
    const isBack = first({ payment: buildPayment({ refundedFils: 4_000 }) });
    expect(news(isBack, [second()], { before: first() })).toEqual(['too-much lnk_1']);
    const isOver = first({ payment: buildPayment({ finding: 'refunded', refundedFils: 125_050 }) });
    expect(news(isOver, [second()], { before: isBack })).toContain('too-much lnk_1');
  });

  test('of which one is paid notify nobody; the code of one that can still be paid goes', () => {
    const shown = ['qr lnk_2'];
    expect(news(first(), [second({ state: 'open', payment: null })])).toEqual(shown);
    expect(news(first({ state: 'open', payment: null }), [second()])).toEqual([]);
    expect(news(first(), [])).toEqual([]);
  });

  test('of which one turned out to exist notify their card and owners, not finance', () => {
    expect(news(first({ state: 'open', payment: null }), [second()], { hasTurnedUp: true })).toEqual([
      'post lnk_1 T0PLAY:C0FRONTDSK two-links',
      'tell lnk_1 T0PLAY:U0SARA0001 two-links',
      'tell lnk_2 T0PLAY:U2 two-links',
    ]);
    expect(news(first(), [second()], { hasTurnedUp: true })).toContain(
      'post lnk_1 T0PLAY:C0FRONTDSK too-much',
    );
  });

  test.each(LINK_STATES)(
    'of which one turned out to exist count as two, depending on the state of the other: %s',
    (state) => {
      const isReported = (address: string | null) =>
        news(first({ state: 'open', payment: null }), [second({ state, address, payment: null })], {
          hasTurnedUp: true,
        }).length > 0;
      const isClosed = state === 'failed' || state === 'expired' || isRequest(state);
      expect(isReported('https://pay.example.com/p/2')).toBe(!isClosed);
      expect(isReported(null)).toBe(!isClosed && state !== 'open');
    },
  );
});

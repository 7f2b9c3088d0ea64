import { buildOwnLinksOnly, buildSearchPage, type SearchPage } from '../../src/search/search-view.ts';
import { HOUR_MS, listSale, makeUpLink, makeUpPayment, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story, sentence } from './story.ts';

export const listSearches = (cast: Cast): Story[] => {
  const { channelId, personId } = cast;
  const query = {
    ownerId: null,
    channelId,
    span: { from: NOW, to: NOW + HOUR_MS },
    states: ['waiting' as const, 'paid' as const],
    amountFils: 125_000,
    number: '1250',
    phone: null,
    words: ['sara'],
  };
  const page = (name: string, more: Partial<SearchPage>): Story =>
    message(`search, ${name}`, 'channel', buildSearchPage, {
      query,
      days: '16 – 22 Nov 2026',
      userId: personId,
      isOwnOnly: false,
      links: [],
      count: more.links?.length ?? 0,
      unread: [],
      canReport: true,
      isStopped: false,
      now: NOW,
      timeZone: ZONE,
      ...more,
    });
  return [
    page('found', {
      links: [
        makeUpLink(cast, { expiresAt: NOW + HOUR_MS }),
        makeUpLink(cast, { state: 'paid', payment: makeUpPayment(), ownerId: 'U0REHEARSAL' }),
        makeUpLink(cast, { state: 'expired', expiresAt: NOW - HOUR_MS }),
      ].map(listSale),
      count: 250,
      unread: ['last', '<month>'],
    }),
    page('looked through many', { isStopped: true }),
    page('nothing', { isOwnOnly: true }),
    sentence('a colleague’s links', buildOwnLinksOnly, [personId]),
  ];
};

import { buildOwnLinksOnly, buildSearchPage, type SearchPage } from '../../src/search/search-view.ts';
import { HOUR_MS, makeUpLink, makeUpPayment, NOW, ZONE } from './made-up.ts';
import { type Cast, message, type Story, sentence } from './story.ts';

export const listSearches = (cast: Cast): Story[] => {
  const { channelId, personId } = cast;
  const page = (name: string, more: Partial<SearchPage>): Story =>
    message(`search, ${name}`, 'channel', buildSearchPage, {
      query: {
        ownerId: null,
        channelId,
        span: { from: NOW, to: NOW + HOUR_MS },
        states: ['unpaid', 'paid'],
        amounts: [125_000],
        numbers: ['1250'],
        phones: [],
        emails: [],
        references: ['PL-2611'],
        words: ['sara'],
      },
      days: '16 – 22 Nov 2026',
      userId: personId,
      isOwnOnly: false,
      links: [],
      page: 0,
      unread: [],
      pointers: { newer: null, older: null },
      lookedThrough: 0,
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
      ],
      page: 1,
      pointers: { newer: 'srch_rehearsal.0', older: 'srch_rehearsal.2' },
      unread: [{ words: 'last <month>', because: 'second-days' }],
    }),
    page('looked through many', {
      isStopped: true,
      lookedThrough: 20_000,
      pointers: { newer: null, older: 'srch_rehearsal.1' },
    }),
    page('nothing', { isOwnOnly: true }),
    sentence('a colleague’s links', buildOwnLinksOnly, [personId]),
  ];
};

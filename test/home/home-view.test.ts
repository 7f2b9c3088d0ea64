import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkView } from '../../packages/local-slack/src/check-blocks.ts';
import type { HomeConnection } from '../../src/home/home-setup-view.ts';
import { buildHome, type HomeContent } from '../../src/home/home-view.ts';
import { buildDecisionButtons, buildWithdrawButton } from '../../src/links/card/asked-card-view.ts';
import { buildApproval } from '../fixtures/approvals.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;
const NONE = { count: 0, fils: 0 };

const content = (changes: Partial<HomeContent> = {}): HomeContent => ({
  buttons: { canReport: true, canSet: true },
  connection: { state: 'good', at: NOW, businessName: 'Corner Shop', noticedWithinMs: null },
  figures: { of: 'workspace', day: 'Sat 21 Nov 2026', made: NONE, received: NONE, toCome: NONE },
  approvals: [],
  links: { shown: [], hasMore: false },
  pages: [],
  at: NOW,
  timeZone: 'Asia/Dubai',
  ...changes,
});

const show = (changes: Partial<HomeContent>) => seen(buildHome(content(changes)));

test('a link that expires within a day is marked', () => {
  const shown = [
    buildLink({ state: 'open', expiresAt: NOW + 23 * HOUR, invoiceId: 'SOON' }),
    buildLink({ state: 'open', expiresAt: NOW + 25 * HOUR, invoiceId: 'LATER' }),
  ];
  const { text } = show({ links: { shown: shown.map((link) => asSale(link)), hasMore: true } });
  expect(text).toContain('More: `/paylink mine`');
  expect(text.match(/expires soon:.*/g)).toEqual([expect.stringContaining('SOON')]);
});

test('without a connected account, an admin gets a link to connect and others a name to ask', () => {
  const common = { state: 'not-connected', businessName: null, noticedWithinMs: null } as const;
  const admins = ['U1'];
  const address = 'https://a.example/slack/connect/x';
  const ofAdmin = buildHome(content({ connection: { ...common, address, admins } }));
  expect(JSON.stringify(ofAdmin)).toContain(`"url":"${address}"`);
  const ofOthers = buildHome(content({ connection: { ...common, address: null, admins } }));
  expect(seen(ofOthers).text).toContain('Ask <@U1>');
  expect(JSON.stringify(ofOthers)).not.toContain('slack/connect');
});

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 });
const connection: fc.Arbitrary<HomeConnection> = fc.oneof(
  fc.record({
    state: fc.constant('failing' as const),
    at: fc.constant(NOW),
    what: word,
    next: word,
    reference: fc.option(word),
    businessName: fc.option(word),
    noticedWithinMs: fc.option(fc.integer({ min: 1_000, max: 86_400_000 })),
  }),
  fc.record({
    state: fc.constant('not-connected' as const),
    address: fc.constant('https://a.example/slack/connect/x'),
    admins: fc.array(fc.constant('U1')),
    businessName: fc.constant(null),
    noticedWithinMs: fc.constant(null),
  }),
);

test('Slack accepts the fullest home with any names, notes and numbers', () => {
  fc.assert(
    fc.property(connection, word, fc.integer({ min: 1, max: 2 ** 50 }), (state, notes, amountFils) => {
      const link = buildLink({ state: 'open', amountFils, invoiceId: notes, creatorName: notes });
      const shown = Array.from({ length: 15 }, () => ({
        ...link,
        details: { ...link.details, FullName: notes, notes },
      }));
      const approval = buildApproval({ amountFils });
      const approvals = Array.from({ length: 10 }, (_, index) => ({
        ...approval,
        buttons: index % 2 === 0 ? [buildWithdrawButton(approval)] : buildDecisionButtons(approval),
      }));
      const home = buildHome(
        content({
          connection: state,
          links: { shown: shown.map((link) => asSale(link)), hasMore: true },
          approvals,
        }),
      );
      expect(checkView(home)).toEqual([]);
    }),
    runs(60),
  );
});

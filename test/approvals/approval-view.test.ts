import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import {
  buildApprovalConflict,
  buildApprovalNews,
  buildApprovalOver,
  buildApprovalQuestion,
  buildApprovalWaiting,
  buildDeclineView,
} from '../../src/approvals/approval-answers-view.ts';
import { describeLinkRequest } from '../../src/approvals/approval-request.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from '../../src/approvals/approval-view.ts';
import { buildNobodyToAsk, buildNotAsked } from '../../src/approvals/waiting-view.ts';
import { limits } from '../../src/blocks/limits.ts';
import {
  buildApprovalCard,
  buildFirstApprovalCard,
  describeRequest,
} from '../../src/links/card/asked-card-view.ts';
import type { Approvers } from '../../src/people/find-approvers.ts';
import type { AskedLink } from '../../src/store/link.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import type { ApprovalAsk, AskReason } from '../../src/store/tables/approval-asks.ts';
import { buildApproval } from '../fixtures/approvals.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';
const NOBODY: Approvers = { people: [], reason: 'roles-off' };
const MANY: [string, ...string[]] = ['U0OMAR0001', ...Array<string>(9).fill('U0RAVI0001')];
/** `open`: it was approved. */
const STATES: LinkState[] = ['asked', 'open', 'declined', 'withdrawn', 'lapsed'];

const shownTo = (asked: readonly ApprovalAsk[] = [], userId: string | null = null) => ({
  placed: { userId, refusedAs: null },
  asked,
});

const decided = (
  state: LinkState,
  { approval, ...changes }: Parameters<typeof buildApproval>[0] = {},
): AskedLink =>
  buildApproval({
    ...{ state, ...changes },
    approval: { decidedBy: 'U0OMAR0001', decidedAt: Date.UTC(2026, 10, 21, 11), ...approval },
  });

describe('the card of a request', () => {
  test('has no buttons when it is first posted, and mentions nobody: who is asked has a direct message', () => {
    const first = seen(buildFirstApprovalCard(buildApproval(), ZONE));
    expect(first.buttons).toEqual([]);
    expect(first.text).toContain('Needs approval');
    expect(first.text).not.toContain('<@');
  });

  test('names those who were asked, and those who were asked because nobody answered', () => {
    const ask = (userId: string, round: number): ApprovalAsk => ({
      ...{ userId, round, reason: 'approver' },
      askedAt: Date.UTC(2026, 10, 21, 11),
    });
    const shown = (asks: ApprovalAsk[], approval = buildApproval(), userId: string | null = null) =>
      seen(buildApprovalCard(approval, shownTo(asks, userId), ZONE)).text;
    expect(shown([ask('U2', 0)])).toMatch(/sent to <@U2>(?!.*no answer)/);
    expect(shown([ask('U2', 0), ask('U3', 1)])).toMatch(
      /sent to <@U2> · no answer yet, so at .*3:00 PM.* also <@U3>/,
    );
    expect(shown([])).not.toContain('sent to');
    expect(shown([ask('U2', 0)], decided('open'))).not.toContain('sent to');
    expect(shown([ask('U2', 0)], buildApproval(), 'U1')).toContain(
      'the people named above have it in theirs',
    );
    expect(shown([], buildApproval(), 'U1')).toContain('approvers find it in Paylink’s Home');
  });

  test('says whether the link replaces one for the same customer, or is another sale', () => {
    const shown = (changes: Parameters<typeof buildApproval>[0]) =>
      seen(buildApprovalCard(buildApproval(changes), shownTo(), ZONE)).text;
    expect(shown({ saleId: 'lnk_0' })).toContain('takes the place of an earlier link of this sale');
    expect(
      shown({ approval: { shown: [{ id: 'lnk_1', state: 'open', isPayable: true, paidFils: 0 }] } }),
    ).toContain('another sale: a link for the same customer');
    expect(shown({})).not.toContain('same customer');
  });

  test.each([
    ['declined', /✖️ Declined by <@U0OMAR0001>[\s\S]*no link was made/],
    ['withdrawn', /↩️ Withdrawn by <@U0OMAR0001>[\s\S]*no link was made/],
  ] as const)('says that it is %s and by whom, and offers to ask again', (state, words) => {
    const card = buildApprovalCard(decided(state), shownTo(), ZONE);
    expect(seen(card).text).toMatch(words);
    expect(seen(card).buttons).toEqual(['Change and ask again']);
  });

  test('says that it lapsed, and names nobody', () => {
    const { text, buttons } = seen(
      buildApprovalCard(decided('lapsed', { approval: { decidedBy: null } }), shownTo(), ZONE),
    );
    expect(text).toMatch(/⌛ Lapsed [\s\S]*nobody approved/);
    expect(buttons).toEqual(['Change and ask again']);
  });

  test('names no customer once the data is erased', () => {
    const details = { ...buildApproval().details, FullName: '', Phone: '', notes: '', erasedAt: 1 };
    expect(seen(buildApprovalCard(decided('declined', { details }), shownTo(), ZONE)).text).toContain(
      'customer erased',
    );
  });
});

describe('the direct message to an approver', () => {
  test('is posted without buttons, gets them by an edit, and loses them with the decision', () => {
    const ask = (approval: AskedLink) => seen(buildApprovalAsk(approval, 'approver', ZONE));
    const first = seen(buildFirstApprovalAsk(buildApproval(), 'approver', ZONE));
    expect(first.text).toContain('<@U0SARA0001> asks you to approve this link.');
    expect(first.buttons).toEqual([]);
    expect(ask(buildApproval()).buttons).toEqual(['Approve', 'Decline…']);
    for (const state of STATES.slice(1)) expect(ask(decided(state)).buttons).toEqual([]);
    expect(ask(decided('open')).text).toMatch(
      /✅ Approved by <@U0OMAR0001>[\s\S]*its card says whether it is paid/,
    );
    expect(ask(decided('declined', { declineReason: 'Ask\nZaynab' })).text).toContain('\n>Ask Zaynab\n');
  });

  test('says why this person is asked', () => {
    const why = (reason: AskReason) => seen(buildFirstApprovalAsk(buildApproval(), reason, ZONE)).text;
    expect(why('no-answer')).toContain('Nobody has answered yet.');
    expect(why('no-other-approver')).toContain('No other supervisor can, so the admins are asked.');
  });
});

describe('the creator', () => {
  test('reads who declined it, and why', () => {
    const no = buildApprovalNews(decided('declined', { declineReason: 'Not <!here>\n> twice' }));
    expect(no?.text).toContain('No link was made.\n>Not &lt;!here&gt; &gt; twice');
  });

  test('gets no message about an open request, their own withdrawal or an approval alone', () => {
    expect(buildApprovalNews(buildApproval())).toBeNull();
    expect(buildApprovalNews(decided('withdrawn'))).toBeNull();
    // What the service made of it says so.
    expect(buildApprovalNews(decided('open'))).toBeNull();
  });

  test('reads in place of the form that nothing was sent', () => {
    expect(seen(buildApprovalWaiting(buildApproval(), NOBODY)).text).toMatch(
      /Waiting for approval: above AED 5,000\.00\.\*\nNo link for AED 7,000\.00 yet/,
    );
    expect(seen(buildApprovalWaiting(decided('declined'), NOBODY)).text).toMatch(/Already declined by/);
  });

  test.each<[Approvers, RegExp]>([
    [{ people: ['U2'], reason: 'approver' }, /Asked in <#.*<@U2> gets a direct message/],
    [{ people: ['U2', 'U3'], reason: 'approver' }, /<@U2> and <@U3> get a direct message/],
    [
      { people: ['U2'], reason: 'no-other-approver' },
      /You are the only supervisor, so an admin, <@U2>, gets a direct message/,
    ],
    [{ people: [], reason: 'roles-off' }, /Any colleague can approve it/],
    [{ people: [], reason: 'nobody-left' }, /make a colleague a supervisor in `\/paylink settings`/],
  ])('reads who was asked: %j', (whom, words) => {
    expect(seen(buildApprovalWaiting(buildApproval(), whom)).text).toMatch(words);
  });
});

describe('every message and modal keeps Slack’s limits', () => {
  const text = (maxLength: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength });
  const requests = fc
    .record({
      state: fc.constantFrom(...STATES),
      creatorName: text(300),
      name: text(50),
      phone: text(300),
      notes: text(150),
      reason: fc.option(text(300)),
      decidedBy: fc.option(text(20)),
      amountFils: fc.integer({ min: 1_000, max: 999_999_999_999 }),
    })
    .map(({ name, phone, notes, reason: declineReason, decidedBy, ...changes }) => {
      const details = { ...buildApproval().details, FullName: name, Phone: phone, notes };
      return decided(changes.state, { ...changes, declineReason, details, approval: { decidedBy } });
    });

  test('for any approval', () => {
    fc.assert(
      fc.property(requests, (approval) => {
        const news = buildApprovalNews(approval);
        const asks = MANY.map(
          (userId, index): ApprovalAsk => ({
            ...{ userId, round: index % 2, reason: 'approver', askedAt: 0 },
          }),
        );
        const messages = [
          buildApprovalCard(approval, shownTo(asks), ZONE),
          buildFirstApprovalCard(approval, ZONE),
          buildFirstApprovalAsk(approval, 'no-other-approver', ZONE),
          buildApprovalAsk(approval, 'no-answer', ZONE),
          buildNobodyToAsk(describeLinkRequest(approval, 0, ZONE)),
          buildNotAsked(describeLinkRequest(approval, 0, ZONE), 'user_not_found', 'U0OMAR0001'),
          ...(news ? [news] : []),
        ];
        for (const message of messages) {
          expect(checkMessageBlocks(message.blocks)).toEqual([]);
          expect(message.text.length).toBeLessThanOrEqual(limits.section.text);
        }
        expect(
          checkView(buildApprovalWaiting(approval, { people: MANY, reason: 'no-other-approver' })),
        ).toEqual([]);
        expect(
          checkView(buildDeclineView('decline_link', { id: approval.id, what: describeRequest(approval) })),
        ).toEqual([]);
        expect(buildApprovalOver(approval)).not.toBe('');
      }),
      runs(60),
    );
  });
});

describe('a conflict at an approval', () => {
  test('shows the link with the same invoice number, or of the same form, without the customer’s data', () => {
    const holder = buildLink({ invoiceId: 'INV-7' });
    const conflict = buildApprovalConflict({ because: 'invoice-id', holder }, Date.UTC(2026, 10, 21, 11));
    expect(conflict).toMatch(/same invoice number[\s\S]*INV-7/);
    const sale = buildLink({ amountFils: 5_000 });
    const used = buildApprovalConflict({ because: 'form-used', sale }, 0);
    expect(used).toContain('AED 50.00 for Sara');
    for (const words of [conflict, used]) expect(words).not.toMatch(/Khan|sara\.khan|501234/);
  });

  test('shows three of many duplicates, and how many more there are', () => {
    const duplicates = Array.from({ length: 9 }, (_, index) => asSale(buildLink({ id: `lnk_${index}` })));
    const question = buildApprovalQuestion(buildApproval(), {
      ...{ duplicates, question: 'q1', now: Date.UTC(2026, 10, 21, 11), timeZone: ZONE },
    });
    const { text: words, buttons } = seen(question);
    expect(words).toContain('this is new since');
    expect(buttons).toEqual(['Approve anyway', 'Decline…']);
    expect(words).toContain('• and 6 more');
    expect(words).not.toMatch(/Khan|sara\.khan|501234/);
  });
});

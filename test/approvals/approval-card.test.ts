import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../playground/slack/check-blocks.ts';
import {
  buildApprovalHeld,
  buildApprovalNews,
  buildApprovalOver,
  buildApprovalUnasked,
  buildApprovalWaiting,
} from '../../src/approvals/approval-answers-view.ts';
import { buildApprovalCard, buildFirstApprovalCard } from '../../src/approvals/approval-card-view.ts';
import { buildDeclineView } from '../../src/approvals/decline-view.ts';
import { limits } from '../../src/blocks/limits.ts';
import type { Approval, ApprovalState } from '../../src/store/approval.ts';
import { buildApproval } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';
const STATES: ApprovalState[] = ['waiting', 'approved', 'declined', 'withdrawn', 'lapsed'];

const decided = (state: ApprovalState, changes: Partial<Approval> = {}): Approval =>
  buildApproval({ state, decidedBy: 'U0OMAR0001', decidedAt: Date.UTC(2026, 10, 21, 11), ...changes });

describe('the card of a request', () => {
  test('asks with amount, limit, creator, and no more of the customer than a channel may know', () => {
    const card = buildApprovalCard(buildApproval(), ZONE);
    expect(card.text).toBe('⏳ Waiting for approval: AED 7,000.00 for Sara (···567): June rent');
    const { text, buttons } = seen(card);
    expect(text).toMatch(/above AED 5,000\.00, a second person must approve/);
    expect(text).toContain('requested by <@U0SARA0001>');
    expect(text).not.toMatch(/Khan|sara\.khan|501234/);
    expect(JSON.stringify(card)).not.toMatch(/Khan|sara\.khan|501234/);
    expect(buttons).toEqual(['Approve', 'Decline…', 'Withdraw']);
  });

  test('has no buttons when it is first posted, and notifies those who may approve', () => {
    const first = seen(buildFirstApprovalCard(buildApproval(), ['U0OMAR0001', 'U0RAVI0001'], ZONE));
    expect(first.text).toContain('<@U0OMAR0001> <@U0RAVI0001>');
    expect(first.buttons).toEqual([]);
    expect(seen(buildFirstApprovalCard(buildApproval(), [], ZONE)).text).not.toContain('<@');
  });

  test.each([
    ['approved', /✅ Approved by <@U0OMAR0001>[\s\S]*own card follows/],
    ['declined', /✖️ Declined by <@U0OMAR0001>[\s\S]*no link was made/],
    ['withdrawn', /↩️ Withdrawn by <@U0OMAR0001>[\s\S]*no link was made/],
  ] as const)('says that it is %s and by whom, without buttons or the reason', (state, words) => {
    const card = buildApprovalCard(decided(state, { reason: 'Ask Zaynab' }), ZONE);
    expect(seen(card).text).toMatch(words);
    expect(seen(card).buttons).toEqual([]);
    expect(JSON.stringify(card)).not.toContain('Zaynab');
  });

  test('says that it lapsed, which is nobody’s doing', () => {
    const { text } = seen(buildApprovalCard(decided('lapsed', { decidedBy: null }), ZONE));
    expect(text).toMatch(/⌛ Lapsed [\s\S]*nobody approved/);
  });

  test('names no customer once the data is erased', () => {
    const details = { ...buildApproval().details, FullName: '', Phone: '', notes: '', erasedAt: 1 };
    expect(seen(buildApprovalCard(decided('declined', { details }), ZONE)).text).toContain('customer erased');
  });
});

describe('the creator', () => {
  test('is told by whom it was approved or declined, and why', () => {
    expect(buildApprovalNews(decided('approved'))?.text).toMatch(/<@U0OMAR0001> approved your payment link/);
    const no = buildApprovalNews(decided('declined', { reason: 'Not <!here>\n> twice' }));
    expect(no?.text).toContain('No link was made.\n>Not &lt;!here&gt; &gt; twice');
  });

  test('hears nothing of what still waits, or of what they withdrew', () => {
    expect(buildApprovalNews(buildApproval())).toBeNull();
    expect(buildApprovalNews(decided('withdrawn'))).toBeNull();
  });

  test('sees in place of the form that nothing was sent', () => {
    expect(seen(buildApprovalWaiting(buildApproval())).text).toMatch(
      /Waiting for approval: above AED 5,000\.00, a second person must approve\.[\s\S]*nothing was sent/,
    );
    expect(seen(buildApprovalWaiting(decided('declined'))).text).toMatch(/was already declined by/);
  });
});

describe('every payload keeps Slack’s limits', () => {
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
    .map(({ name, phone, notes, ...changes }) => {
      const details = { ...buildApproval().details, FullName: name, Phone: phone, notes };
      return decided(changes.state, { ...changes, details });
    });

  test('for any approval', () => {
    fc.assert(
      fc.property(requests, (approval) => {
        const news = buildApprovalNews(approval);
        const messages = [
          buildApprovalCard(approval, ZONE),
          buildFirstApprovalCard(approval, Array(9).fill('U0OMAR0001'), ZONE),
          buildApprovalUnasked(approval, 'is_archived'),
          buildApprovalUnasked(approval, 'user_not_found', 'U0OMAR0001'),
          ...(news ? [news] : []),
        ];
        for (const message of messages) {
          expect(checkMessageBlocks(message.blocks)).toEqual([]);
          expect(message.text.length).toBeLessThanOrEqual(limits.section.text);
        }
        expect(checkView(buildApprovalWaiting(approval))).toEqual([]);
        expect(checkView(buildDeclineView(approval))).toEqual([]);
        expect(buildApprovalOver(approval)).not.toBe('');
      }),
      runs(60),
    );
  });

  test('that is a second link for the same customer and amount, as its creator chose', () => {
    const shown = (changes: Partial<Approval>) => seen(buildApprovalCard(buildApproval(changes), ZONE)).text;
    expect(shown({ replacesLinkId: 'lnk_1' })).toContain('replaces a link for the same customer');
    expect(shown({ besideLinkId: 'lnk_1' })).toContain('another sale: a link for the same customer');
    expect(shown({})).not.toContain('same customer');
  });

  test('held up by another link with its invoice number, or by its own form', () => {
    const holder = buildLink({ invoiceId: 'INV-7' });
    const held = buildApprovalHeld({ because: 'invoice-id', holder }, Date.UTC(2026, 10, 21, 11), ZONE);
    expect(held).toMatch(/same invoice number[\s\S]*INV-7/);
    const sale = buildLink({ amountFils: 5_000 });
    const used = buildApprovalHeld({ because: 'form-used', sale }, 0, ZONE);
    expect(used).toContain('AED 50.00 for Sara');
    for (const words of [held, used]) expect(words).not.toMatch(/Khan|sara\.khan|501234/);
  });

  test('for many duplicates', () => {
    const duplicates = Array.from({ length: 9 }, (_, index) => buildLink({ id: `lnk_${index}` }));
    const words = buildApprovalHeld({ because: 'duplicates', duplicates }, Date.UTC(2026, 10, 21, 11), ZONE);
    expect(words).toMatch(/Another link for the same customer and amount was made.*Decline it, or ask/);
    expect(words).toContain('• and 6 more');
    expect(words).not.toMatch(/Khan|sara\.khan|501234/);
  });
});

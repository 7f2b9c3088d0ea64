import { describe, expect, test } from 'vitest';
import { addShown, describeShown, whatIsNew } from '../../src/store/consent.ts';
import type { Link } from '../../src/store/link.ts';
import type { PaymentFinding } from '../../src/store/link-payment.ts';

/** `reported partly 100`: the state, the finding, and the dirhams paid. */
const linkOf = (words: string): Pick<Link, 'id' | 'state'> & { payment: Paid | null } => {
  const [state, finding, paid] = words.split(' ') as [Link['state'], PaymentFinding?, string?];
  const amountFils = paid === undefined ? null : Number(paid) * 100;
  return { id: 'lnk_1', state, payment: finding === undefined ? null : { finding, amountFils } };
};
type Paid = { finding: PaymentFinding; amountFils: number | null };

describe('a link that a person was not shown', () => {
  test.each([
    ['reserved', true],
    ['unknown', true],
    ['open', true],
    ['open declined', true],
    ['reported unconfirmed', true],
    ['reported partly 100', true],
    ['paid confirmed 250', true],
    ['paid', true],
    ['paid refunded 250', false],
    ['expired', false],
    ['failed', false],
    ['failed cancelled', false],
  ])('and is %s: asked about is %s', (words, isNew) => {
    expect(whatIsNew([], [linkOf(words)])).toHaveLength(isNew ? 1 : 0);
  });
});

describe('a link that a person was shown', () => {
  test.each([
    ['open', 'open', false],
    ['open', 'open declined', false],
    ['open', 'expired', false],
    ['open', 'failed cancelled', false],
    ['open', 'paid refunded 250', false],
    ['open', 'paid confirmed 250', true],
    ['open', 'reported unconfirmed', true],
    ['open', 'reported partly 100', true],
    ['reserved', 'open', false],
    ['reserved', 'unknown', false],
    ['unknown', 'unknown', false],
    ['unknown', 'open', true],
    ['unknown', 'failed', false],
    ['failed', 'open', true],
    ['expired', 'reported unconfirmed 250', true],
    ['expired', 'paid confirmed 250', true],
    ['reported unconfirmed', 'reported unconfirmed', false],
    ['reported unconfirmed', 'reported partly 100', true],
    ['reported unconfirmed 250', 'paid confirmed 250', true],
    ['reported partly 100', 'reported partly 100', false],
    ['reported partly 100', 'reported partly 150', true],
    ['reported partly 100', 'reported partly', true],
    ['reported partly 150', 'reported partly 100', false],
    ['paid confirmed 250', 'paid confirmed 250', false],
    ['paid confirmed 250', 'paid refunded 250', false],
    ['paid refunded 250', 'paid confirmed 250', true],
  ])('as %s and is now %s: asked about is %s', (before, now, isNew) => {
    const shown = [describeShown(linkOf(before))];
    expect(whatIsNew(shown, [linkOf(now)])).toHaveLength(isNew ? 1 : 0);
    expect(whatIsNew(addShown(shown, [linkOf(now)]), [linkOf(now)])).toEqual([]);
  });
});

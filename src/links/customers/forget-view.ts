import type { Button } from '@slack/types';
import { buildButton, confirmation } from '../../blocks/message.ts';
import { countOf } from '../../blocks/text.ts';
import type { Forgotten } from '../../store/forget-customer.ts';
import type { Link } from '../../store/link.ts';

export const FORGET_CUSTOMER_ACTION = 'forget_customer';

export const buildForgetButton = ({ id }: Pick<Link, 'id'>): Button => ({
  ...buildButton(id, FORGET_CUSTOMER_ACTION, 'Forget this customer'),
  style: 'danger',
  confirm: confirmation(
    'Forget this customer?',
    'Erases name, e-mail, phone, address and notes in all links of this workspace with the same phone or e-mail. Links that can still be paid keep them until they are over. Amounts, references and history stay. This can’t be undone.',
    ['Forget', 'Keep'],
    'danger',
  ),
});

/** What was erased, what stays and until when. Mrkdwn. */
export const describeForgotten = (forgotten: Forgotten | null): string => {
  if (forgotten === null) return 'This link’s customer has already been erased.';
  const { erased, later, waiting } = forgotten;
  return [
    `*The customer is forgotten*: forms no longer fill them in.${erased === 0 ? '' : ` Name, e-mail, phone, address and notes were erased in ${countOf(erased, 'link')}.`}`,
    ...(later === 0
      ? []
      : [
          `${countOf(later, 'link')} can still be paid, ${later === 1 ? 'is being checked or waits' : 'are being checked or wait'} for approval: the data there is erased within a day after that is over.`,
        ]),
    ...(waiting === 0
      ? []
      : [
          `${countOf(waiting, 'row')} of a file still ${waiting === 1 ? 'waits' : 'wait'} for a link: the data there, and in that link, is erased within a day after that is over.`,
        ]),
    'Amounts, references, history and the audit trail stay. Messages in Slack and the payment service’s own records are not changed; *Refresh* takes the name off a card.',
  ].join('\n');
};

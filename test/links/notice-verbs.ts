import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds, type Ids } from '../../src/ids.ts';
import { buildReplyNotices } from '../../src/links/card/notice-kinds.ts';
import { TOLD_ENDING } from '../../src/links/card/plan-reminder.ts';
import { buildTell } from '../../src/slack/tell.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import type { StillScene } from '../fixtures/start-paylink.ts';

export const NOW = Date.UTC(2026, 10, 21, 11);

/** What happens to links, and what people see of them. */
export interface NoticeVerbs {
  ids: Ids;
  openLink(changes?: Partial<Link>): Promise<Link>;
  pay(link: Link, payment?: Partial<LinkPayment>, jobs?: readonly NewJob[]): Promise<unknown>;
  decline(link: Link, payment?: Partial<LinkPayment>): Promise<unknown>;
  theCard(): SeenMessage | undefined;
  messageToSara(): SeenMessage | undefined;
  /** The arguments of the calls of a Slack method. */
  argumentsOf(method: string): Record<string, unknown>[];
}

const ids = createIds();

/** That it is unpaid and expires soon. */
export const buildReminder = ({ id, teamId, ownerId, expiresAt }: Link): NewJob =>
  buildTell({ teamId, key: `ending:${id}` }, ownerId, {
    ...{ what: TOLD_ENDING, ids: { from: expiresAt, until: expiresAt + 1, isOwner: true } },
  });

/** Without the road beside it. */
export const buildReply = (link: Link, detail: Parameters<typeof buildReplyNotices>[2]): NewJob =>
  buildReplyNotices(link, ids, detail, NOW)[0] as NewJob;

export const noticeVerbs = ({ store, clock, slack }: StillScene): NoticeVerbs => ({
  ids,
  openLink: async (changes = {}) => {
    const { details, address, ...link } = buildLink(changes);
    const at = clock.now();
    await store.links.reserve({
      ...link,
      details,
      callbackTokenHash: `hash of ${link.id}`,
      checkDueAt: null,
      at,
    });
    const open = await store.links.move({ id: link.id, to: 'open', at, cause: 'answered', address });
    if (!open) throw new Error('not opened');
    return open;
  },
  pay: ({ id }, payment, jobs = []) =>
    store.links.move({
      ...{ id, at: clock.now(), cause: 'the service says paid', jobs },
      to: payment?.finding === 'partly' ? 'reported' : 'paid',
      payment: buildPayment(payment),
    }),
  decline: ({ id }, payment) =>
    store.links.record({
      ...{ id, at: clock.now(), cause: 'a try to pay was declined' },
      payment: buildPayment({ finding: 'declined', ...payment }),
    }),
  theCard: () => slack.messages(FRONT_DESK).find(({ threadTs }) => threadTs === null),
  messageToSara: () => slack.messages(SARA_DM).at(-1),
  argumentsOf: (method) => slack.calls(method).map(({ args }) => args),
});

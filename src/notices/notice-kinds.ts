import type { Ids } from '../ids.ts';
import type { Link } from '../store/link.ts';
import type { NewNotice } from '../store/notice-store.ts';

/**
 * `card`: the link's one message in its channel. `qr`: the picture that joins the card.
 * `news`: a direct message to the maker, when nothing else can carry what happened.
 */
export const NOTICE_KINDS = ['card', 'qr', 'news'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

type Subject = Pick<Link, 'id' | 'teamId' | 'channelId' | 'makerId'>;

export const buildCardNotice = (link: Subject, ids: Pick<Ids, 'notice'>): NewNotice => ({
  id: ids.notice(),
  lane: `${link.teamId}:${link.channelId}`,
  kind: 'card',
  linkId: link.id,
});

/** A lane of its own: a picture that Slack is slow to take holds up nobody's card. */
export const buildQrNotice = (link: Subject, ids: Pick<Ids, 'notice'>): NewNotice => ({
  id: ids.notice(),
  lane: `${link.teamId}:qr:${link.id}`,
  kind: 'qr',
  linkId: link.id,
});

/** Why the maker hears by direct message: what Slack refused for good, with its own word for the reason. */
export interface NewsTrouble {
  with: 'card' | 'qr';
  code: string;
}

/** Without `trouble` it is news of the link's own state. */
export const buildNewsNotice = (
  link: Subject,
  ids: Pick<Ids, 'notice'>,
  trouble: NewsTrouble | null = null,
): NewNotice => ({
  id: ids.notice(),
  lane: `${link.teamId}:${link.makerId}`,
  kind: 'news',
  linkId: link.id,
  detail: { trouble },
});

/** What is posted when a link has an address: its card, and the QR picture if it was asked for. */
export const buildOpeningNotices = (link: Link, ids: Pick<Ids, 'notice'>): NewNotice[] => [
  buildCardNotice(link, ids),
  ...(link.details.Is_QR_needed ? [buildQrNotice(link, ids)] : []),
];

import type { Link } from '../store/link.ts';

/** The least that the service takes. */
export const GUIDED_FILS = 1_000;

const PREFIX = 'guided-';

/** The form's nonce: however often the form is opened or sent, an admin has one such link at a time. `turn`: after one that was never paid. */
export const guidedNonce = ({ teamId, userId }: { teamId: string; userId: string }, turn: number): string =>
  `${PREFIX}${teamId}-${userId}-${turn}`;

/** A link by which an admin pays AED 10 themselves, to see what the service says. */
export const isGuided = ({ nonce, amountFils }: Pick<Link, 'nonce' | 'amountFils'>): boolean =>
  nonce.startsWith(PREFIX) && amountFils === GUIDED_FILS;

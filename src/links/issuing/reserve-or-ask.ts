import type { ModalView } from '@slack/types';
import type { Conflict } from '../../store/reserve-link.ts';
import type { LinkDraft, Reservation } from './issuer.ts';

/**
 * Reserves a link, or requests approval if it is above the workspace's limit. `waiting`: the view that replaces the form until a
 * second person decides.
 */
export type ReserveOrAsk = (
  draft: LinkDraft,
) => Promise<
  Extract<Reservation, { conflict: null }> | { waiting: ModalView; conflict: null } | { conflict: Conflict }
>;

import type { FoundRecord, LinkIdentity } from '../../payments/index.ts';

/** What the service said when it was asked about one link. */
export interface Reading {
  /** Every record that may be about the link; whose each one is, is for the judgement to say. */
  found: FoundRecord[];
  /** Other links of ours that share its reference, order id or address. */
  rivals: readonly LinkIdentity[];
  /** Everything that could have held a record of the link was read. */
  isComplete: boolean;
  /** A link that is not there does not exist: see `provesAbsence` of the listing. */
  provesAbsence: boolean;
}

/**
 * The life of a link as we know it. `reserved`: saved, and the request may be under way. `unknown`: the request may
 * or may not have created a link. `open`: the service has it. `reported`: said to be paid, but not confirmed.
 * `paid`: the service itself says so.
 *
 * Before that, a link above the workspace's limit is only a request. `asked`: it waits for a second person's approval. `declined`,
 * `withdrawn`, `lapsed`: it was never approved, so no link was ever to be made.
 */
export const LINK_STATES = [
  'asked',
  'declined',
  'withdrawn',
  'lapsed',
  'reserved',
  'unknown',
  'failed',
  'open',
  'reported',
  'paid',
  'expired',
] as const;

export type LinkState = (typeof LINK_STATES)[number];

/** What the app needs to know about a state. The compiler asks for all of it when a state is added. */
interface StateFacts {
  /**
   * The states it may move to; the store refuses any other. A failed link is requested again with its order, or reopens
   * when the service proves that it exists; an open link fails when the service cancels it.
   */
  next: readonly LinkState[];
  /** Final as far as we know; the service may still report otherwise. */
  isFinished: boolean;
  /** Whether the service has the link; `asked`: a request may be running; `never-asked`: nothing was ever sent to it. */
  service: 'has' | 'asked' | 'may-have' | 'has-not' | 'never-asked';
  /** Only the service's records can tell its real state. */
  isUncertain: boolean;
  /** The customer has paid or may still pay under its invoice number, so no other link may use it. */
  holdsNumber: boolean;
  /** The customer can still pay: the link expires, can be reminded of, and its address is shown. */
  awaitsPayment: boolean;
}

/** Of a request that will not be approved. */
const NEVER_MADE: StateFacts = {
  next: [],
  isFinished: true,
  service: 'never-asked',
  isUncertain: false,
  holdsNumber: false,
  awaitsPayment: false,
};

const FACTS: Readonly<Record<LinkState, StateFacts>> = {
  asked: { ...NEVER_MADE, next: ['reserved', 'declined', 'withdrawn', 'lapsed'], isFinished: false },
  declined: NEVER_MADE,
  withdrawn: NEVER_MADE,
  lapsed: NEVER_MADE,
  reserved: {
    next: ['unknown', 'failed', 'open'],
    isFinished: false,
    service: 'asked',
    isUncertain: false,
    holdsNumber: true,
    awaitsPayment: false,
  },
  unknown: {
    next: ['failed', 'open', 'reported', 'paid', 'expired'],
    isFinished: false,
    service: 'may-have',
    isUncertain: true,
    holdsNumber: true,
    awaitsPayment: false,
  },
  failed: {
    next: ['reserved', 'open', 'reported', 'paid'],
    isFinished: true,
    service: 'has-not',
    isUncertain: false,
    holdsNumber: false,
    awaitsPayment: false,
  },
  open: {
    next: ['failed', 'reported', 'paid', 'expired'],
    isFinished: false,
    service: 'has',
    isUncertain: false,
    holdsNumber: true,
    awaitsPayment: true,
  },
  reported: {
    next: ['failed', 'paid', 'expired'],
    isFinished: false,
    service: 'has',
    isUncertain: true,
    holdsNumber: true,
    awaitsPayment: false,
  },
  paid: {
    next: [],
    isFinished: true,
    service: 'has',
    isUncertain: false,
    holdsNumber: true,
    awaitsPayment: false,
  },
  expired: {
    next: ['reported', 'paid'],
    isFinished: true,
    service: 'has',
    isUncertain: false,
    holdsNumber: false,
    awaitsPayment: false,
  },
};

export const mayMove = (from: LinkState, to: LinkState): boolean => FACTS[from].next.includes(to);

export const isUncertain = (state: LinkState): boolean => FACTS[state].isUncertain;

/** The service has the link, as far as we know. */
export const isIssued = (state: LinkState): boolean => FACTS[state].service === 'has';

/** It is no link, but a request for one that nobody has approved, or that ended so. */
export const isRequest = (state: LinkState): boolean => FACTS[state].service === 'never-asked';

/** Nobody knows whether the service has the link. */
export const mayExist = (state: LinkState): boolean => FACTS[state].service === 'may-have';

/** As far as we know, the service does not have the link, so its order may be sent again. */
export const isGivenUp = (state: LinkState): boolean => FACTS[state].service === 'has-not';

/** Not made as far as a look showed, and still looked for. */
export const isWatched = ({
  state,
  failure,
}: {
  state: LinkState;
  failure?: { watchedUntil?: number | undefined } | null | undefined;
}): boolean => isGivenUp(state) && failure?.watchedUntil !== undefined;

/** A look at the listing may find that it exists. */
export const isDoubtful = (link: Parameters<typeof isWatched>[0]): boolean =>
  mayExist(link.state) || isWatched(link);

export const holdsNumber = (state: LinkState): boolean => FACTS[state].holdsNumber;

export const awaitsPayment = (state: LinkState): boolean => FACTS[state].awaitsPayment;

const list = (is: (facts: StateFacts) => boolean): readonly LinkState[] =>
  LINK_STATES.filter((state) => is(FACTS[state]));

/** Requests for approval are none of them: see `REQUESTS`. */
export const UNFINISHED = list(({ isFinished, service }) => !isFinished && service !== 'never-asked');
export const FINISHED = list(({ isFinished }) => isFinished);
export const AWAITING_PAYMENT = list((facts) => facts.awaitsPayment);
export const UNCERTAIN = list((facts) => facts.isUncertain);
/** A request for it may be running. */
export const ASKED_FOR = list(({ service }) => service === 'asked');
export const ISSUED = list(({ service }) => service === 'has');
/** A reference in the service's records may belong to such a link. */
export const PERHAPS_ISSUED = list(({ service }) => service === 'has' || service === 'may-have');
/** The customer may have such a link, or may get it. */
export const NOT_GIVEN_UP = list(({ service }) => service !== 'has-not' && service !== 'never-asked');
/** No links, but requests for approval, whatever became of them. */
export const REQUESTS = list(({ service }) => service === 'never-asked');

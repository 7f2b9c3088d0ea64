import type { Clock } from '../clock.ts';
import type { ApprovalAsk, ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { Members } from '../workspaces/members.ts';
import { findWhomToAsk, type WhomToAsk } from './whom-to-ask.ts';

/** What waits for a second person: a link, or a batch of them. */
interface AskedRequest {
  id: string;
  teamId: string;
  creatorId: string;
  /** When nobody is asked any more; null: as long as it waits. */
  expiresAt: number | null;
}

export interface AskRoundsDependencies {
  approvalAsks: Pick<ApprovalAskStore, 'list' | 'add'>;
  members: Pick<Members, 'whoMay'>;
  /** After how many minutes without an answer the next ones are asked; null: never. */
  askNextMinutesOf: (teamId: string) => Promise<number | null>;
  clock: Pick<Clock, 'now'>;
}

const MINUTE_MS = 60_000;

/** Those who are asked in a round, and when the next one is; null: there is none. */
type AskRound = WhomToAsk & { nextAt: number | null };

/** Who is asked to approve, round after round, until nobody is left. */
export const createAskRounds = ({
  approvalAsks,
  members,
  askNextMinutesOf,
  clock,
}: AskRoundsDependencies) => {
  /** Written down before they are asked: a process that takes over asks the same ones. */
  const choose = async ({ id, teamId, creatorId }: AskedRequest, round: number): Promise<WhomToAsk> => {
    const subject = { teamId, approvalId: id };
    const earlier = await approvalAsks.list(subject);
    const [first, ...others] = earlier.filter((ask) => ask.round === round);
    if (first !== undefined)
      return { people: [first.userId, ...others.map(({ userId }) => userId)], reason: first.reason };
    const asked = earlier.map(({ userId }) => userId);
    const chosen = await findWhomToAsk({ teamId, creatorId, asked, members });
    if (chosen.reason === 'roles-off' || chosen.reason === 'nobody-left') return chosen;
    const { people, reason } = chosen;
    const asks = people.map(
      (userId): Omit<ApprovalAsk, 'place'> => ({ userId, round, reason, askedAt: clock.now() }),
    );
    await approvalAsks.add(subject, asks);
    return chosen;
  };

  const planNext = async ({ teamId, expiresAt }: AskedRequest): Promise<number | null> => {
    const minutes = await askNextMinutesOf(teamId);
    if (minutes === null) return null;
    const nextAt = clock.now() + minutes * MINUTE_MS;
    return expiresAt === null || nextAt < expiresAt ? nextAt : null;
  };

  return async (request: AskedRequest, round: number): Promise<AskRound> => {
    const chosen = await choose(request, round);
    const isOver = chosen.people.length === 0 && round > 0;
    return { ...chosen, nextAt: isOver ? null : await planNext(request) };
  };
};

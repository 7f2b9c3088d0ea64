import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { nextMorning } from '../blocks/next-morning.ts';
import { defineJob } from '../delivery/define-job.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Members } from '../people/members.ts';
import { buildTell } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import type { Link } from '../store/link.ts';
import { isGuided } from './guided-link.ts';
import {
  buildAgreementQuestion,
  buildBackAsked,
  buildDigest,
  buildGuidedNews,
  buildStillAsked,
  buildUnanswered,
  buildWordQuestion,
  buildWordUnasked,
} from './question-messages-view.ts';
import type { StoredWord } from './taught-word-store.ts';

/** Tells people that the service said something they have to look at. */
export const WHAT_CAME_JOB = 'what-came';

const payloadSchema = z.discriminatedUnion('about', [
  /** A sale waits for words that nobody has explained: for everybody who may. */
  z.object({ about: z.literal('record') }),
  /** What still waits: a quarter of an hour later for those who may answer, too, and were not told; then each morning for all. */
  z.object({ about: z.literal('waiting'), told: z.array(z.string()) }),
  /** An answer changed: nobody is told, and what is kept of links is judged again. */
  z.object({ about: z.literal('judge'), names: z.array(z.string()) }),
  /** Something went back of a sale that counts, and nobody knows what: for finance. */
  z.object({ about: z.literal('back') }),
  /** A sale still waits: for its owner. */
  z.object({ about: z.literal('unanswered') }),
  /** Words that came for payments that count already, once a day: for every admin. */
  z.object({ about: z.literal('digest') }),
  /** Something came for a test payment: for the admin who made it. */
  z.object({ about: z.literal('guided') }),
  /** An admin said what lets money count: for those who can agree. */
  z.object({ about: z.literal('agreement'), by: z.string(), at: z.number() }),
]);

type About = z.infer<typeof payloadSchema>;

type OfLink = Pick<Link, 'id' | 'teamId'>;

const build = ({ id: linkId, teamId }: OfLink, payload: About, ids: Pick<Ids, 'job'>): NewJob => ({
  id: ids.job(),
  teamId,
  kind: WHAT_CAME_JOB,
  linkId,
  payload,
});

export const buildRecordQuestion = (link: OfLink, ids: Pick<Ids, 'job'>): NewJob =>
  build(link, { about: 'record' }, ids);

/** One for each workspace and morning. */
const buildMorningJob = (payload: About, teamId: string, at: number, timeZone: string): NewJob => {
  const { day, dueAt } = nextMorning(at, timeZone);
  return {
    id: `${WHAT_CAME_JOB}:${payload.about}:${teamId}:${day}`,
    teamId,
    kind: WHAT_CAME_JOB,
    payload,
    dueAt,
  };
};

export const buildDigestJob = ({ teamId }: OfLink, at: number, timeZone: string): NewJob =>
  buildMorningJob({ about: 'digest' }, teamId, at, timeZone);

/** How long a question may wait until others hear of it. */
const UNANSWERED_MS = 15 * 60_000;

/** Once for each sale. */
export const buildUnansweredJob = (link: OfLink, at: number, ids: Pick<Ids, 'job'>): NewJob => ({
  ...build(link, { about: 'unanswered' }, ids),
  key: `${WHAT_CAME_JOB}:unanswered:${link.id}`,
  dueAt: at + UNANSWERED_MS,
});

/** Once for each sale, and each part that was known to have gone back before. */
export const buildBackJob = (link: OfLink & Pick<Link, 'payment'>, ids: Pick<Ids, 'job'>): NewJob => ({
  ...build(link, { about: 'back' }, ids),
  key: `${WHAT_CAME_JOB}:back:${link.id}:${link.payment?.refundedFils ?? ''}`,
});

/** Once for each thing that comes. */
export const buildGuidedJob = (link: OfLink, what: string, ids: Pick<Ids, 'job'>): NewJob => ({
  ...build(link, { about: 'guided' }, ids),
  key: `${WHAT_CAME_JOB}:${link.id}:${what}`,
});

export const buildAgreementJob = (
  link: OfLink,
  said: { by: string; at: number },
  ids: Pick<Ids, 'job'>,
): NewJob => build(link, { about: 'agreement', ...said }, ids);

/** Those who can agree to what `by` said: the other admins, and finance. */
export const listSeconds = async (
  teamId: string,
  by: string,
  members: Pick<Members, 'whoMay'>,
): Promise<string[]> =>
  [...new Set(await members.whoMay(teamId, 'explain-records'))].filter((userId) => userId !== by);

/** What is told, by person, and what follows. */
interface Told {
  letters: Map<string, Message>;
  next?: readonly NewJob[];
}

const toEach = (people: readonly string[], message: Message): Map<string, Message> =>
  new Map(people.map((userId) => [userId, message]));

const createWhatCame =
  ({ store: { links, taughtWords }, members, rowsSeen, clock, ids, timeZone }: App): JobHandler<[About]> =>
  async (job, _, about) => {
    const { teamId } = job;
    const { letters, next = [] } = await write(about);
    const tells = [...letters].map(([userId, message]) =>
      buildTell({ teamId, key: `${job.id}:${userId}`, isToMany: true }, userId, message),
    );
    return { outcome: 'done', next: [...tells, ...next] };

    async function write(payload: About): Promise<Told> {
      if (payload.about === 'judge') {
        await rowsSeen.judgeAgain(teamId, payload.names);
        return { letters: new Map() };
      }
      const words = await taughtWords.list(teamId);
      if (payload.about === 'waiting') return writeWaiting(payload.told, words);
      if (payload.about === 'digest') {
        const open = words.filter(({ answer, askedAt }) => answer === null && askedAt === null);
        const admins = open.length === 0 ? [] : await members.whoMay(teamId, 'change-settings');
        return { letters: toEach(admins, buildDigest(open)) };
      }
      const link = job.linkId === null ? null : await links.find(teamId, job.linkId);
      if (link === null) return { letters: new Map() };
      switch (payload.about) {
        case 'guided':
          return { letters: toEach([link.creatorId], buildGuidedNews(link)) };
        case 'agreement': {
          const { by, at } = payload;
          const open = words.filter(
            ({ answer }) => answer?.inEffect === null && answer.by === by && answer.at === at,
          );
          const people = open.length === 0 ? [] : await listSeconds(teamId, by, members);
          return { letters: toEach(people, buildAgreementQuestion(link, { by, words: open })) };
        }
        case 'back': {
          const open = words.filter(({ answer, linkId }) => answer === null && linkId === link.id);
          return { letters: toEach(await members.financeOf(teamId), buildBackAsked(link, open)) };
        }
        case 'unanswered': {
          const asked = await members.whoMay(teamId, 'explain-records');
          const isWaiting = link.state === 'reported' && link.payment?.askedAt !== undefined;
          // Who may answer was asked.
          const isTold = isWaiting && !asked.includes(link.ownerId);
          return isTold ? tellOwner(link, buildUnanswered(link, asked)) : { letters: new Map() };
        }
        case 'record': {
          const open = words.filter(({ answer, linkId }) => answer === null && linkId === link.id);
          const asked = await members.whoMay(teamId, 'explain-records');
          if (open.length > 0 && asked.length === 0) return tellOwner(link, buildWordUnasked(link, open));
          const letters = isGuided(link)
            ? // The payer of a test payment knows what it is.
              toEach([link.creatorId], buildGuidedNews(link))
            : toEach(open.length > 0 ? asked : [], buildWordQuestion(link, open));
          return { letters, next: [buildWaiting([...letters.keys()], clock.now() + UNANSWERED_MS)] };
        }
      }
    }

    /** Or those who hear what an owner cannot. */
    function tellOwner({ ownerId }: Pick<Link, 'ownerId'>, message: Message): Told {
      const tell = buildTell({ teamId, key: `owner-asks:${job.id}` }, ownerId, message);
      return { letters: new Map(), next: [tell] };
    }

    function buildWaiting(people: string[], dueAt: number): NewJob {
      const payload: About = { about: 'waiting', told: people };
      return { id: ids.job(), teamId, kind: WHAT_CAME_JOB, payload, dueAt };
    }

    async function writeWaiting(before: readonly string[], words: StoredWord[]): Promise<Told> {
      const waiting = await links.awaitingAnswer(teamId);
      if (waiting.length === 0) {
        // Not one whose sale is being written now.
        await taughtWords.rest(teamId, clock.now() - UNANSWERED_MS / 3);
        return { letters: new Map() };
      }
      const open = words.filter(({ answer, askedAt }) => askedAt !== null && answer?.inEffect == null);
      const asked = await members.whoMay(teamId, 'explain-records');
      const people = asked.filter((userId) => !before.includes(userId));
      return {
        letters: toEach(people, buildStillAsked(waiting, open)),
        next: [buildMorningJob({ about: 'waiting', told: [] }, teamId, clock.now(), timeZone)],
      };
    }
  };

export const WHAT_CAME = defineJob(payloadSchema, (app: App) => ({ run: createWhatCame(app) }));

import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Members } from '../people/members.ts';
import { postMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import type { Link } from '../store/link.ts';
import { isGuided } from './guided-link.ts';
import {
  buildAgreementQuestion,
  buildGuidedNews,
  buildWordQuestion,
  buildWordUnasked,
} from './question-messages-view.ts';

/** Tells people that the service said something they have to look at. */
export const WHAT_CAME_JOB = 'what-came';

const payloadSchema = z.discriminatedUnion('about', [
  /** A record has words that nobody has explained: for every admin. */
  z.object({ about: z.literal('record') }),
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
  members: Pick<Members, 'whoMay' | 'financeOf'>,
): Promise<string[]> => {
  const [admins, finance] = await Promise.all([
    members.whoMay(teamId, 'change-settings'),
    members.financeOf(teamId),
  ]);
  return [...new Set([...admins, ...finance])].filter((userId) => userId !== by);
};

const progressSchema = z.object({ told: z.array(z.string()) }).catch({ told: [] });

/** Saves progress after each message, so a restart repeats at most one. */
export const createWhatCameJob =
  ({ store: { links, taughtWords }, members, log }: App, client: WebClient): JobHandler =>
  async (job, { saveProgress }) => {
    const link = job.linkId === null ? null : await links.find(job.teamId, job.linkId);
    if (link === null) return { outcome: 'done' };
    const told = new Set(progressSchema.parse(job.progress ?? {}).told);
    const { people, message } = await address(payloadSchema.parse(job.payload), link);
    let refused: JobOutcome | null = null;
    for (const userId of people.filter((one) => !told.has(one))) {
      try {
        await postMessage(client, { channel: userId, message });
      } catch (error) {
        const ended = settleRefusal(error, ({ code }) => {
          // Carry on with the others. The settings show what is open, too.
          log.warn({ job: job.id, reason: code }, 'a person could not be asked about a record');
          refused = { outcome: 'failed', reason: code };
          return null;
        });
        if (ended !== null) return ended;
        continue;
      }
      told.add(userId);
      await saveProgress({ told: [...told] });
    }
    return told.size === 0 && refused !== null ? refused : { outcome: 'done' };

    async function address(payload: About, link: Link) {
      const words = await taughtWords.list(job.teamId);
      switch (payload.about) {
        case 'guided':
          return { people: [link.creatorId], message: buildGuidedNews(link) };
        case 'agreement': {
          const { by, at } = payload;
          const open = words.filter(
            ({ answer }) => answer?.inEffect === null && answer.by === by && answer.at === at,
          );
          const people = open.length === 0 ? [] : await listSeconds(job.teamId, by, members);
          return { people, message: buildAgreementQuestion(link, { by, words: open }) };
        }
        case 'record': {
          // The payer of a test payment knows what it is.
          if (isGuided(link)) return { people: [link.creatorId], message: buildGuidedNews(link) };
          const open = words.filter(({ answer, linkId }) => answer === null && linkId === link.id);
          const admins = await members.whoMay(job.teamId, 'change-settings');
          if (open.length === 0) return { people: [], message: buildWordUnasked(link, open) };
          return admins.length === 0
            ? { people: [link.ownerId], message: buildWordUnasked(link, open) }
            : { people: [...new Set(admins)], message: buildWordQuestion(link, open) };
        }
      }
    }
  };

import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import type { DailyCloseStore } from '../store/daily-close-store.ts';
import { dailyOffPayloadSchema } from './daily-job.ts';
import { buildDailyEnded } from './daily-switch-view.ts';

/** Switches off a close that its channel refuses, and tells the person who switched it on. */
export const createDailyCloseOffJob =
  ({
    client,
    dailyCloses,
    clock,
  }: {
    client: WebClient;
    dailyCloses: DailyCloseStore;
    clock: Clock;
  }): JobHandler =>
  async (job) => {
    const { channelId, userId, setAt, code } = dailyOffPayloadSchema.parse(job.payload);
    const place = { teamId: job.teamId, channelId };
    const known = await dailyCloses.find(place);
    if (known !== null) {
      // Someone fixed the channel and switched it on again.
      if (known.setAt !== setAt) return { outcome: 'done' };
      await dailyCloses.switchOff(place, clock.now());
    }
    try {
      await client.chat.postMessage({ channel: userId, ...buildDailyEnded({ channelId, code }) });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'permanent') return { outcome: 'failed', reason: failure.code };
      return buildLater(failure);
    }
  };

import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { tellPerson } from '../slack/messages.ts';
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
    return tellPerson(client, userId, buildDailyEnded({ channelId, code }));
  };

import type { App } from './app-parts.ts';
import { connectRooms } from './connect-rooms.ts';
import { createRecurring } from './delivery/recurring.ts';
import { countMissing, planMissingLook } from './links/missing/look-for-missing.ts';
import { type Given, openBase } from './open-base.ts';
import { openEdge } from './open-edge.ts';
import { createHeartbeat, readReadiness } from './operations/health.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { codesForAPerson } from './slack/slack-errors.ts';

export type { Given };

export interface Paylink {
  /** Starts listening and working; resolves with the port. */
  start(): Promise<number>;
  /**
   * Says that it will stop soon, so that new requests go elsewhere: `/readyz` refuses, and connections are not kept. Does
   * all its work until `stop`.
   */
  leave(): void;
  /** Refuses new work, finishes what is under way, closes the database. */
  stop(): Promise<void>;
  /** For whoever takes the steps of its work one by one. */
  app: App;
}

/** What there is, in which order it starts, and in which it stops. */
export const createApp = async (given: Given): Promise<Paylink> => {
  const opened = await openBase(given);
  const { watch, socket, metrics, marks, otherApps } = opened;
  const { app, jobs } = connectRooms(opened.base);
  const { store, clock, ids, own, services, openCounters, watcher, rowsSeen } = app;
  const recurring = createRecurring({
    ...{ ...app, jobs: store.jobs, isAlone: store.engine === 'sqlite' },
    turns: { sweep: app.sweepTurn, ...createHousekeeping(app, metrics.onErased) },
  });
  const { processes } = store;
  const heartbeat = createHeartbeat({ ...app, processes, marks, processId: ids.nonce() });
  let isLeaving = false;
  const readiness = () =>
    readReadiness({
      isLeaving: () => isLeaving,
      ping: store.ping,
      marks,
      heartbeat,
      workers: [watcher, jobs, recurring, heartbeat],
      missingLinks: () => countMissing(app),
      otherApps: otherApps.seen,
      tokenTroubles: watch.troubles,
      socketTrouble: socket.trouble,
      givenUp: store.backlog.givenUp,
      now: clock.now,
    });
  const edge = openEdge(app, { ...opened, isLeaving: () => isLeaving, readiness });

  const stop = async () => {
    await edge.stop();
    own?.stop();
    watch.stop();
    await edge.finished();
    await openCounters.stop();
    await jobs.stop();
    await rowsSeen.finished();
    await recurring.stop();
    await watcher.stop();
    await heartbeat.stop();
    await services.close();
    await store.close();
    metrics.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    start: async () => {
      await own?.start();
      // Somebody may have installed the app again since, with more permissions.
      await store.jobs.hasten(null, codesForAPerson(), clock.now());
      await planMissingLook(app);
      await watcher.start();
      await jobs.start();
      await openCounters.start();
      await recurring.start();
      await heartbeat.start();
      return edge.start();
    },
    leave: () => {
      isLeaving = true;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    app,
  };
};

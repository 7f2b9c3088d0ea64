import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import type { ChannelSettingsStore } from '../../store/channel-settings-store.ts';
import type { Job } from '../../store/job.ts';
import type { JobStore } from '../../store/job-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { QrPictures } from './qr-pictures.ts';

export interface DeliveryDependencies {
  /** Of the link's workspace. */
  client: WebClient;
  links: LinkStore;
  jobs: Pick<JobStore, 'isWaiting'>;
  channelSettings: Pick<ChannelSettingsStore, 'of'>;
  qrPictures: QrPictures;
  ids: Ids;
  clock: Clock;
  timeZone: string;
}

/** What a delivery needs to know of its job. */
export type Notice = Pick<Job, 'linkId' | 'payload' | 'attempts'>;

export type Deliver = (link: Link, notice: Notice, dependencies: DeliveryDependencies) => Promise<JobOutcome>;

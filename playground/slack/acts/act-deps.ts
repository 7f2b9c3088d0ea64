import type { Features } from '../../page/page-api.ts';
import type { EventRetries } from '../event-retries.ts';
import type { PostToApp } from '../post-to-app.ts';
import type { World } from '../slack-world.ts';

export interface ActDeps extends World {
  post: PostToApp;
  retries: EventRetries;
  /** Null: every command and shortcut goes to the app. */
  features: Features | null;
}

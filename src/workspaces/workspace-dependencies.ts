import type { ListenerDependencies } from '../slack/listener.ts';
import type { Store } from '../store/open-store.ts';
import type { Audit } from './audit.ts';
import type { Installations } from './installations.ts';
import type { Members } from './members.ts';
import type { Settings } from './settings/settings.ts';
import type { WorkspaceWords } from './words/workspace-words.ts';

/** What the listeners of workspaces use. */
export interface WorkspaceDependencies extends ListenerDependencies {
  store: Store;
  members: Members;
  settings: Settings;
  audit: Audit;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
  /**
   * Resolves with the address of a fresh private page for entering the payment service's credentials, or null when
   * this user may not enter them. The property itself is null when the credentials are in the environment.
   */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  words: Pick<WorkspaceWords, 'of' | 'changed'>;
  /** Checks links whose check is due. */
  watcher: { wake(): void };
  notifier: { wake(): void };
  jobWorker: { wake(): void };
}

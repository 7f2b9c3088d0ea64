import type { Access } from './access.ts';
import type { Connections } from './answer-call.ts';
import type { Behaviours } from './behaviours.ts';
import type { Changes } from './changes.ts';
import type { Effects } from './effects.ts';
import type { Files } from './files.ts';
import type { Ids } from './ids.ts';
import type { Journal } from './journal.ts';
import type { CallListener } from './local-slack-api.ts';
import type { Messages } from './messages.ts';
import type { Notices } from './notices.ts';
import type { Step } from './page/page-api.ts';
import type { Pictures } from './pictures.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Faults, FaultTaker } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import type { Team } from './team.ts';
import type { Triggers } from './triggers.ts';
import type { Views } from './views.ts';
import type { RateLimits } from './web-api/method-rules.ts';
import type { StepRuns } from './workflows/step-runs.ts';
import type { Workspace } from './workspace.ts';

/** The local Slack's whole state and services. */
export interface World {
  now: () => number;
  team: Team;
  access: Access;
  sockets: SocketHub;
  ids: Ids;
  changes: Changes;
  workspace: Workspace;
  views: Views;
  messages: Messages;
  files: Files;
  pictures: Pictures;
  responseUrls: ResponseUrls;
  triggers: Triggers;
  connections: Connections;
  faults: Faults & FaultTaker;
  rateLimits: RateLimits;
  /** Those of the manifest, and their runs. */
  steps: readonly Step[];
  stepRuns: StepRuns;
  effects: Effects;
  /** Answers to open questions about Slack. */
  behaviours: Behaviours;
  journal: Journal;
  onCall: CallListener;
  baseUrl: () => string;
  /** Slack's notices that the app did not respond. */
  notices: Notices;
}

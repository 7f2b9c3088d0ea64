import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewClosedAction } from '@slack/bolt';
import type { App, Request } from './app-parts.ts';
import type { JobDefinition } from './delivery/define-job.ts';
import type { ActionArgs } from './slack/button.ts';
import type { CommandArgs, OptionsArgs, ShortcutArgs } from './slack/frame.ts';
import type { EventArgs } from './slack/listener.ts';
import type { Replies } from './slack/post.ts';
import type { Listener } from './slack/rows.ts';
import type { Shown } from './slack/show.ts';
import type { SubmitArgs } from './slack/submit.ts';
import type { Told } from './slack/tell.ts';
import type { JobKindName } from './store/job-kinds.ts';

type ViewClosedArgs = SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs;
/** By the name that Slack knows it by. */
type Heard<Args> = Readonly<Record<string, (args: Args, request: Request) => Promise<void>>>;
type Asked<Args> = Readonly<Record<string, Listener<Args, Request>>>;

/** What the `index.ts` of a room says of it. */
export interface Room {
  /** What it listens to. */
  commands?: Asked<CommandArgs>;
  shortcuts?: Asked<ShortcutArgs>;
  views?: Asked<SubmitArgs>;
  closedViews?: Heard<ViewClosedArgs>;
  actions?: Asked<ActionArgs>;
  /** Menus that load their options. */
  options?: Asked<OptionsArgs>;
  events?: Heard<EventArgs>;
  /** The messages that follow something, what is told to a person, and what is posted in a thread: each by its `what`. */
  shown?: Shown<App>;
  told?: Told<App>;
  replies?: Replies<App>;
  /** What it runs later. */
  jobs?: Partial<Record<JobKindName, JobDefinition<App>>>;
}

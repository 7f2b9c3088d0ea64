import type { ViewSubmitAction } from '@slack/bolt';
import { guard } from './guard.ts';
import type { ListenerDependencies } from './listener-dependencies.ts';
import { readTeamId } from './read-origin.ts';

/** The person who submitted a form, and how to reach them: by direct message, because the window is gone. */
export interface Submitted {
  asker: { teamId: string; userId: string };
  tell: (text: string) => Promise<unknown>;
}

/**
 * What every form that keeps working after the answer does: a stopping process waits for it, and failures
 * are always reported.
 */
export const afterSubmission = (
  name: string,
  body: ViewSubmitAction,
  dependencies: ListenerDependencies,
  work: (submitted: Submitted) => Promise<void>,
): Promise<void> => {
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  const tell = (text: string) => dependencies.patientClient.chat.postMessage({ channel: asker.userId, text });
  return dependencies.work.track(guard(dependencies, `${name} submitted`, () => work({ asker, tell }), tell));
};

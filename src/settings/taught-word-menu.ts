import type { Request } from '../app-parts.ts';
import type { Pressed } from '../slack/frame.ts';
import { updateView } from '../slack/views.ts';
import { wordId } from '../teaching/what-came.ts';
import { buildSettings } from './open-settings.ts';

/** *Forget*, in the settings: the word is asked about again. Keeps what the admin has typed in the form. */
export const handleTaughtWordMenu = async ({ place }: Pressed, request: Request): Promise<void> => {
  const { store, audit, clock, wake } = request;
  const { teamId, userId, value } = place;
  const found = (await store.taughtWords.list(teamId)).find((one) => wordId(one) === value);
  if (found !== undefined) {
    const detail = { word: `${found.path}: ${found.word}`, as: 'forgotten' };
    const entry = audit.build({ teamId, actorId: userId, action: 'word-explained', detail });
    await store.taughtWords.forget(teamId, found, { at: clock.now(), entry });
    wake.checks();
    wake.jobs();
  }
  if (place.view === null) return;
  const { id, hash, privateMetadata } = place.view;
  const view = await buildSettings(place, request, privateMetadata);
  await updateView({ viewId: id, hash, view }, request);
};

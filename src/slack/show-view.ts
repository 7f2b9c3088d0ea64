import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { ActionPlace } from './block-action.ts';

/** Opens a view for the one who pressed, on top of the modal where the button was. Gives its id. */
export const showView = async (
  client: WebClient,
  { view, triggerId }: Pick<ActionPlace, 'view' | 'triggerId'>,
  shown: ModalView,
): Promise<string | null> => {
  const ask = { trigger_id: triggerId, view: shown };
  const answer = view ? await client.views.push(ask) : await client.views.open(ask);
  return answer.view?.id ?? null;
};

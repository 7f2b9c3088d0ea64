import { FORM } from '../../messages/link-form-fields.ts';
import { buildLinkResult } from '../../messages/link-result.ts';
import type { LinkState } from '../../store/link-states.ts';
import { createButton } from '../button.ts';
import { findOwnLink } from '../find-own-link.ts';
import { openView } from '../open-view.ts';
import { buildFormAgain } from '../show-outcome.ts';
import { updateView } from '../update-view.ts';

/** The form again with the values of a link that is still in this state; otherwise what became of it. */
const createFormAgain = (name: string, whileIn: LinkState) =>
  createButton(name, async ({ place, tell, args }, dependencies) => {
    const { ids, timeZone } = dependencies;
    const read = async (refuse: (text: string) => Promise<unknown>) => {
      const link = await findOwnLink(place, dependencies, refuse);
      if (!link) return null;
      return link.state === whileIn ? buildFormAgain(link, ids.nonce()) : buildLinkResult({ link, timeZone });
    };
    if (place.view) {
      const { id, hash } = place.view;
      const view = await read(tell);
      // Of two presses the second finds the form there.
      if (view) await updateView({ viewId: id, hash, view }, dependencies);
      return;
    }
    await openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: FORM.callbackId, title: 'New payment link' },
        read: async (refuse) => {
          const view = await read(refuse);
          return view && { view };
        },
      },
      dependencies,
    );
  });

/** The link certainly does not exist. */
export const handleTryAgain = createFormAgain('try_again', 'failed');

/** Nobody knows whether it exists, and its creator was told what another one risks. */
export const handleMakeAnotherAnyway = createFormAgain('make_another_anyway', 'unknown');

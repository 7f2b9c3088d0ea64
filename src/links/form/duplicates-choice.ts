import type { BlockAction } from '@slack/bolt';
import { createButton } from '../../slack/button.ts';
import { updateView, ViewRefused } from '../../slack/update-view.ts';
import { findColleagueLink } from '../card/find-link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { parseQuestionMetadata } from './form-metadata.ts';
import { buildFormNotTaken } from './link-progress-view.ts';
import { showOutcome } from './show-outcome.ts';
import { takeForm } from './take-form.ts';

/** How the button describes the new link: in place of an earlier one, or beside it. */
type Relation = 'replacesLinkId' | 'besideLinkId';

/** Takes the form as it was submitted, with the person's choice. The outcome replaces the question. */
const createChoice = (name: string, relation: Relation) =>
  createButton<LinkDependencies>(name, async ({ place, tell, args }, dependencies) => {
    if (place.view === null) throw new Error('a question about duplicates stands in a modal');
    const viewId = place.view.id;
    const { values, acknowledged, knownUntil, ...metadata } = parseQuestionMetadata(
      place.view.privateMetadata,
    );
    const other = await findColleagueLink(place, dependencies, tell);
    if (!other) return;
    const taken = await takeForm(
      {
        metadata,
        values,
        by: {
          teamId: place.teamId,
          creatorId: place.userId,
          creatorName: nameOf(args.body.user),
        },
        choice: {
          acknowledged,
          knownUntil,
          replacesLinkId: metadata.replacesLinkId,
          besideLinkId: null,
          [relation]: other.id,
        },
      },
      args.client,
      dependencies,
    );
    if ('errors' in taken) {
      const view = buildFormNotTaken(Object.values(taken.errors));
      await updateView({ viewId, view }, dependencies);
      return;
    }
    if ('question' in taken) {
      await updateView({ viewId, view: taken.question }, dependencies);
      return;
    }
    const { view, send, isUnderWay } = taken;
    // After a second press the first press's link is already on its way, and the first press shows the
    // outcome.
    if (isUnderWay && send === null) return;
    try {
      await updateView({ viewId, view }, dependencies);
    } catch (error) {
      // The link is written down and is made anyway.
      if (send === null || !(error instanceof ViewRefused)) throw error;
      dependencies.log.info({ reason: error.code }, 'progress not shown');
    }
    if (send !== null) await showOutcome(await send(), viewId, dependencies);
  });

export const handleReplacesLink = createChoice('replaces_link', 'replacesLinkId');

export const handleAnotherSale = createChoice('another_sale', 'besideLinkId');

const nameOf = (user: BlockAction['user']): string => user.name ?? user.username;

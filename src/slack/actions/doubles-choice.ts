import type { BlockAction } from '@slack/bolt';
import { buildLinkForm, type FieldRemark } from '../../messages/link-form.ts';
import { escapeMrkdwn } from '../../messages/text.ts';
import { createButton, type Pressed } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findColleagueLink } from '../find-colleague-link.ts';
import { parseQuestionMetadata, type QuestionMetadata, writeFormMetadata } from '../form-metadata.ts';
import { showInvoiceHolder } from '../show-invoice-holder.ts';
import { showOutcome } from '../show-outcome.ts';
import { takeForm } from '../take-form.ts';
import { updateView } from '../update-view.ts';

/** Beside which link, or in place of which, the button of it says. */
type Relation = 'replacesLinkId' | 'besideLinkId';

const createChoice = (name: string, relation: Relation) =>
  createButton(name, async ({ place, tell, args }, dependencies) => {
    const question = readQuestion(place);
    const other = await findColleagueLink(place, dependencies, tell);
    if (!other) return;
    const { viewId, metadata, values, acknowledged } = question;
    const taken = await takeForm(
      {
        metadata,
        values,
        by: {
          teamId: place.teamId,
          enterpriseId: args.body.enterprise?.id ?? null,
          makerId: place.userId,
          makerName: nameOf(args.body.user),
        },
        choice: { acknowledged, replacesLinkId: null, besideLinkId: null, [relation]: other.id },
      },
      args.client,
      dependencies,
    );
    if ('errors' in taken) {
      if (taken.holder) {
        const { holder } = taken;
        return showInvoiceHolder({ metadata, values, holder, viewId }, args.client, dependencies);
      }
      return showForm(question, buildRemarks(taken.errors), dependencies);
    }
    const { view, send, isUnderWay } = taken;
    // A second press finds the first one's link on its way, whose outcome is shown by the first.
    if (isUnderWay && send === null) return;
    await updateView(viewId, view, dependencies);
    if (send !== null) await showOutcome(await send(), viewId, dependencies);
  });

export const handleReplacesLink = createChoice('replaces_link', 'replacesLinkId');

export const handleAnotherSale = createChoice('another_sale', 'besideLinkId');

/** The form again with all that was typed. What was shown is not taken along: submitting it asks again. */
export const handleBackToForm = createButton('back_to_form', async ({ place }, dependencies) => {
  await showForm(readQuestion(place), [], dependencies);
});

interface Question extends Pick<QuestionMetadata, 'values' | 'acknowledged'> {
  viewId: string;
  metadata: Omit<QuestionMetadata, 'values' | 'acknowledged'>;
}

function readQuestion({ view }: Pressed['place']): Question {
  if (view === null) throw new Error('a question about doubles stands in a modal');
  const { values, acknowledged, ...metadata } = parseQuestionMetadata(view.privateMetadata);
  return { viewId: view.id, metadata, values, acknowledged };
}

async function showForm(
  { viewId, metadata, values }: Question,
  remarks: FieldRemark[],
  dependencies: ListenerDependencies,
): Promise<void> {
  const { isLong } = metadata;
  const view = buildLinkForm({ values, metadata: writeFormMetadata(metadata), isLong, remarks });
  const failure = await updateView(viewId, view, dependencies);
  if (failure !== null) throw new Error(`the form could not be shown again: ${failure}`);
}

const buildRemarks = (errors: Record<string, string>): FieldRemark[] =>
  Object.entries(errors).map(([field, text]) => ({ field, text: escapeMrkdwn(text), isQuestion: false }));

const nameOf = (user: BlockAction['user']): string => user.name ?? user.username;

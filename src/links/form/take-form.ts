import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Link } from '../../store/link.ts';
import type { Held } from '../../store/reserve-link.ts';
import type { FormSettings } from '../../workspaces/settings/form-settings.ts';
import { findPermalink } from '../card/find-link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { readAmount } from '../words/read-amount.ts';
import { buildDuplicatesQuestion, type Double } from './duplicates-question-view.ts';
import { usualExpiry } from './form-layout.ts';
import {
  blockIdIn,
  type FormMetadata,
  findNewDoubts,
  withDoubts,
  writeQuestionMetadata,
} from './form-metadata.ts';
import type { LinkDraft } from './issuer.ts';
import { askAbout, explainFieldFault, explainInvoiceTaken, remarkFault } from './link-form-faults.ts';
import { blockOfField } from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';
import { buildLinkForm, type FieldRemark } from './link-form-view.ts';
import { buildFormUsed, buildLinkProgress } from './link-progress-view.ts';
import { buildLinkResult } from './link-result-view.ts';
import { type DraftFault, readDraft } from './read-draft.ts';

export interface SubmittedForm {
  metadata: FormMetadata;
  values: LinkFormValues;
  by: Pick<LinkDraft, 'teamId' | 'creatorId' | 'creatorName'>;
  /** The similar links that the person was shown, and how the new one relates to them. */
  choice: {
    acknowledged: string[];
    knownUntil: number | null;
    replacesLinkId: string | null;
    besideLinkId: string | null;
  };
}

export type TakenForm =
  /** Nothing was written. `holder`: the link that holds the invoice number. */
  | { errors: Record<string, string>; holder: Link | null }
  /** Nothing was written: this question comes first, on top of the form. */
  | { question: ModalView }
  /** `send`: asks the service, once; null: nothing to ask. `isUnderWay`: the service is being asked. */
  | { view: ModalView; send: (() => Promise<Link>) | null; isUnderWay: boolean };

/** The question links to at most this many cards. */
const MOST_PERMALINKS = 3;

/** Checks a form and writes it down. The service is not asked yet: Slack gets its answer first. */
export const takeForm = async (
  form: SubmittedForm,
  client: WebClient,
  dependencies: LinkDependencies,
): Promise<TakenForm> => {
  const { metadata, by, choice } = form;
  const { clock, timeZone } = dependencies;
  const { approvalLimitFils } = await dependencies.settings.of(by.teamId);
  const settings = await dependencies.settings.ofForm(by.teamId, metadata.askedIn);
  const now = clock.now();
  const values = { ...form.values, expiryOn: expiryOf(form, settings, { now, timeZone }) };
  const channelId = values.place === 'me' ? by.creatorId : values.channel;
  const showAgain = (remarks: FieldRemark[], kept = metadata): TakenForm => {
    const view = buildLinkForm({ values: form.values, metadata: kept, settings, now, timeZone, remarks });
    return { view, send: null, isUnderWay: false };
  };
  const draft = readDraft({ ...values, Email: values.Email ?? settings.defaultEmail }, now, timeZone);
  if (draft.request === null) {
    // Slack would keep a form open over an error at a field that it does not show, and show nothing.
    const isUnseen = draft.faults.some(({ field }) => field in metadata.unshown);
    return isUnseen
      ? showAgain(draft.faults.map(remarkFault))
      : { errors: buildErrors(draft.faults, metadata), holder: null };
  }
  if (channelId === null) {
    // Slack refuses to submit a form with an empty menu, so this form did not show the menu yet.
    return showAgain([{ field: blockOfField('channel'), text: 'Choose a channel.', isQuestion: false }]);
  }
  const doubts = findNewDoubts(metadata, draft.doubts);
  if (doubts.length > 0) return showAgain(doubts.map(askAbout), withDoubts(metadata, doubts));
  const { request, expiresAt } = draft;
  const { nonce } = metadata;
  const threadTs = metadata.thread?.channel === channelId ? metadata.thread.ts : null;
  const wanted = { ...by, ...choice, nonce, channelId, threadTs, request, expiresAt };
  const written = await dependencies.reserveOrAsk(wanted, approvalLimitFils);
  if (written.held) return explainHeld(written.held, { ...form, values }, client, dependencies);
  if ('waiting' in written) return { view: written.waiting, send: null, isUnderWay: false };
  const { link, send } = written;
  const isUnderWay = send !== null || link.state === 'reserved';
  const view = isUnderWay ? buildLinkProgress(link.amountFils) : buildLinkResult({ link, timeZone });
  return { view, send, isUnderWay };
};

async function explainHeld(
  held: Held,
  { metadata, values, choice }: SubmittedForm,
  client: WebClient,
  dependencies: LinkDependencies,
): Promise<TakenForm> {
  switch (held.because) {
    case 'form-used': {
      const amountFils = readAmount(values.invoiceAmount ?? '')?.fils ?? 0;
      return { view: buildFormUsed(held.sale, amountFils), send: null, isUnderWay: false };
    }
    case 'invoice-id': {
      const { holder } = held;
      return {
        errors: {
          [blockIdIn(metadata, blockOfField('Invoice_Id'))]: explainInvoiceTaken(
            holder,
            values.Invoice_Id ?? '',
          ),
        },
        holder,
      };
    }
    case 'duplicates': {
      const [first, ...others] = await Promise.all(
        held.duplicates.map(
          async (link, place): Promise<Double> => ({
            link,
            permalink: place < MOST_PERMALINKS ? await findPermalink(link, client, dependencies) : null,
          }),
        ),
      );
      if (!first) throw new Error('held up by no link');
      const question = buildDuplicatesQuestion({
        duplicates: [first, ...others],
        metadata: writeQuestionMetadata({ ...metadata, values }, choice, held.duplicates),
        now: dependencies.clock.now(),
        timeZone: dependencies.timeZone,
      });
      return { question };
    }
  }
}

/** A form that does not show until when it can be paid means: from now on, as long as the settings say. */
const expiryOf = (
  { values, metadata }: SubmittedForm,
  settings: FormSettings,
  at: { now: number; timeZone: string },
): number | null =>
  values.expiryOn === null && 'expiryOn' in metadata.unshown ? usualExpiry(settings, at) : values.expiryOn;

const buildErrors = (faults: DraftFault[], metadata: FormMetadata): Record<string, string> =>
  Object.fromEntries(
    faults.map((fault) => [blockIdIn(metadata, blockOfField(fault.field)), explainFieldFault(fault)]),
  );

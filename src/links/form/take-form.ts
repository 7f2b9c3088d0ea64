import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import { readAmount } from '../../blocks/read-amount.ts';
import type { Link } from '../../store/link.ts';
import type { Conflict } from '../../store/reserve-link.ts';
import { UNCONFIRMED_AT_FIELD } from '../../tenancy/account-view.ts';
import { findPermalink } from '../card/find-link.ts';
import { buildCounter } from '../counter/counter-view.ts';
import type { LinkDraft } from '../issuing/issuer.ts';
import type { OfSale } from '../issuing/next-of-sale.ts';
import { keepLinkQuestion } from '../issuing/questions.ts';
import { alone, readEachInSale } from '../sale/link-in-sale.ts';
import { buildDuplicatesQuestion, type Duplicate } from './duplicates-question-view.ts';
import { usualExpiry } from './form-layout.ts';
import { blockIdIn, type Form, findNewDoubts, withDoubts, writeQuestion } from './form-metadata.ts';
import {
  askAbout,
  explainFieldError,
  explainInvoiceTaken,
  type FieldRemark,
  remarkError,
} from './form-remarks-view.ts';
import { blockOfField } from './link-form-fields.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildFormUsed } from './link-result-view.ts';
import { readDraft } from './read-draft.ts';
import type { Made } from './show-outcome.ts';

/** A form, who sent it, and for which sale. */
export interface SubmittedForm extends Form {
  by: Pick<LinkDraft, 'teamId' | 'creatorId' | 'creatorName'> & OfSale;
}

/** The answer to a form. */
type TakenForm =
  /** Nothing was written. `holder`: the link that holds the invoice number. */
  | { errors: Record<string, string>; holder?: Link }
  /** Nothing was written: this question comes first. */
  | { push: ModalView }
  /** `made`: null, no link. */
  | { show: ModalView; made: Made | null };

/** The question links to at most this many cards. */
const MOST_PERMALINKS = 3;

/** Checks a form and writes the link down. The service is asked only after Slack has its answer. */
export const takeForm = async (
  form: SubmittedForm,
  client: WebClient,
  request: Request,
): Promise<TakenForm> => {
  const { metadata, by } = form;
  const { clock, timeZone } = request;
  const { settings, kept } = await request.settings.withAccount(by.teamId);
  const now = clock.now();
  // A form that does not show the expiry means: from now on, as long as the settings say.
  const isExpiryUsual = form.values.expiryOn === null && 'expiryOn' in metadata.unshown;
  const values = {
    ...form.values,
    ...(isExpiryUsual ? { expiryOn: usualExpiry(settings, { now, timeZone }) } : {}),
  };
  const channelId = values.place === 'me' ? (by.ownerId ?? by.creatorId) : values.channel;
  const showAgain = (remarks: FieldRemark[], kept = metadata): TakenForm => {
    const show = buildLinkForm({ values: form.values, metadata: kept, settings, now, timeZone, remarks });
    return { show, made: null };
  };
  const draft = readDraft({ ...values, Email: values.Email ?? settings.defaultEmail }, now, timeZone);
  if (draft.request === null) {
    // For an error at a field that the form does not show, Slack would keep the form open and show nothing.
    if (draft.errors.some(({ field }) => field in metadata.unshown))
      return showAgain(draft.errors.map(remarkError));
    const errors = draft.errors.map((error) => [
      blockIdIn(metadata, blockOfField(error.field)),
      explainFieldError(error),
    ]);
    return { errors: Object.fromEntries(errors) };
  }
  // Slack refuses to submit a form with an empty menu, so this form did not show the menu yet.
  if (channelId === null)
    return showAgain([{ field: blockOfField('channel'), text: 'Choose a channel.', isQuestion: false }]);
  // Nobody can answer here for the shop's own e-mail.
  const askable = draft.doubts.filter(({ field }) => values[field] !== null);
  const doubts = findNewDoubts(metadata, askable);
  if (doubts.length > 0) return showAgain(doubts.map(askAbout), withDoubts(metadata, doubts));
  const standing = await request.accounts.keepFirst(by.teamId, kept);
  // The account changed while the form was open.
  if (standing.is === 'unconfirmed')
    return { errors: { [blockIdIn(metadata, blockOfField('invoiceAmount'))]: UNCONFIRMED_AT_FIELD } };
  const written = await request.reserveOrAsk({
    ...by,
    nonce: metadata.nonce,
    repeats: metadata.repeats,
    channelId,
    threadTs: metadata.thread?.channel === channelId ? metadata.thread.ts : null,
    request: draft.request,
    expiresAt: draft.expiresAt,
  });
  if (written.conflict) return explainConflict(written.conflict, { ...form, values }, client, request);
  request.halfFilled.drop({ teamId: by.teamId, userId: by.creatorId });
  if ('waiting' in written) return { show: written.waiting, made: null };
  const { link, send } = written;
  return { show: buildCounter({ link: alone(link), now, timeZone }), made: { link, send } };
};

/** Why nothing was written. */
async function explainConflict(
  conflict: Conflict,
  { metadata, values, by }: SubmittedForm,
  client: WebClient,
  request: Request,
): Promise<TakenForm> {
  switch (conflict.because) {
    case 'form-used': {
      const amountFils = readAmount(values.invoiceAmount ?? '')?.fils ?? 0;
      return { show: buildFormUsed(conflict.sale, amountFils), made: null };
    }
    case 'invoice-id': {
      const block = blockIdIn(metadata, blockOfField('Invoice_Id'));
      const text = explainInvoiceTaken(conflict.holder, values.Invoice_Id ?? '');
      return { errors: { [block]: text }, holder: conflict.holder };
    }
    case 'duplicates': {
      const [first, ...others] = await Promise.all(
        (await readEachInSale(conflict.duplicates, request.store.links)).map(
          async (link, index): Promise<Duplicate> => ({
            link,
            permalink: index < MOST_PERMALINKS ? await findPermalink(link, client, request) : null,
          }),
        ),
      );
      if (!first) throw new Error('no duplicates to ask about');
      const question = await keepLinkQuestion(by.teamId, conflict.shown, request);
      const push = buildDuplicatesQuestion({
        duplicates: [first, ...others],
        isAgain:
          metadata.after === null
            ? by.consent !== null
            : conflict.duplicates.some(({ saleId }) => saleId === by.saleId),
        metadata: writeQuestion({ metadata, values }, question),
        now: request.clock.now(),
        timeZone: request.timeZone,
      });
      return { push };
    }
  }
}

import type { Request } from '../../app-parts.ts';
import { formatPreset } from '../../settings/presets.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { ActionPlace } from '../../slack/button.ts';
import type { Pressed } from '../../slack/frame.ts';
import { editMessage } from '../../slack/messages.ts';
import { type Opening, updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { type LinkPress, readWithCard } from '../card/find-link.ts';
import { buildOwnerNews } from '../card/owner-messages-view.ts';
import { openCounter } from '../counter/counter-presses.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import { type Form, fillIn, readForm } from './form-metadata.ts';
import { FORM_CALLBACK } from './link-form-fields.ts';
import { valuesOfPreset } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildFormAgain, notifyCreator } from './show-outcome.ts';

/** What a press changes in a form; null: nothing. */
type Change = (
  form: Form,
  settings: WorkspaceSettings,
  at: ActionPlace,
  request: Request,
) => Form | null | Promise<Form | null>;

/** Redraws the form in its window with a change, and keeps everything else that was typed. */
export const createRedraw =
  (change: Change) =>
  async ({ place }: Pressed, request: Request): Promise<void> => {
    const { view, teamId } = place;
    if (!view) return;
    const { clock, timeZone } = request;
    const settings = await request.settings.of(teamId);
    const form = await change(readForm(view), settings, place, request);
    if (form === null) return;
    const draw = (channel: string | null) => {
      const values = { ...form.values, channel };
      const drawn = buildLinkForm({ ...form, values, settings, now: clock.now(), timeZone });
      // After two quick presses, the second finds the form that the first one drew.
      return updateView({ viewId: view.id, hash: view.hash, view: drawn }, request);
    };
    const { channel } = form.values;
    const { askedIn } = form.metadata;
    try {
      await draw(channel);
    } catch (error) {
      // Not everyone can see the default channel, with which the menu would begin.
      if (!(error instanceof ViewRefused) || error.isPassing || channel === askedIn) throw error;
      await draw(askedIn);
    }
  };

/** The person chose where the card goes. The channel menu shows only while the choice is a channel. */
export const handleCardPlace = createRedraw(({ metadata, values }) => {
  const channel = values.channel ?? metadata.channel;
  return { metadata: { ...metadata, channel }, values: { ...values, channel } };
});

export const handleMoreDetails = createRedraw(({ metadata, values }) => ({
  metadata: { ...metadata, isLong: true },
  values,
}));

/** Fills in the amount and purpose of a preset, over what was typed there. */
export const handlePreset = createRedraw((form, { presets }, { value }) => {
  const preset = presets.find((one) => formatPreset(one) === value);
  return preset
    ? fillIn(form, valuesOfPreset(preset))
    : { ...form, metadata: { ...form.metadata, pleaseCheck: PRESETS_CHANGED } };
});

/** *Same again*, *Go on with …* */
export const handleSameAgain = createRedraw(({ metadata, values }) => {
  const { recalled } = metadata;
  // What was said of a closed form is used up; what is known of the customer stays.
  const stays = recalled === null || recalled.button !== undefined ? null : { ...recalled, offer: null };
  return fillIn({ metadata: { ...metadata, recalled: stays }, values }, recalled?.offer ?? {});
});

const PRESETS_CHANGED = '⚠️ An admin has just changed the presets. These are the new ones.';

/** Looks for the link in the service's listing again, and shows the answer in place of the button. */
export const handleCheckAgain = async (
  { about: link, place: { teamId, userId, view, message } }: LinkPress,
  request: Request,
): Promise<void> => {
  const { lostLinks, openCounters, clock, timeZone, patientClient } = request;
  const window = view && { teamId, userId, viewId: view.id };
  if (window) await openCounters.show(window, link, { isChecking: true });
  const checked = await lostLinks.checkAgain(link);
  const checkedAt = clock.now();
  if (window) {
    if (!(await openCounters.show(window, checked, { checkedAt }))) await notifyCreator(checked, request);
  } else if (message) {
    const known = await readInSale(await readWithCard(checked, request), request.store.links);
    await editMessage(patientClient, message, buildOwnerNews(known, timeZone, { checkedAt }));
  }
};

/** Shows the form again with the link's values. If the link has left this state, shows its result instead. */
const createFormAgain =
  (whileIn: LinkState) =>
  (pressed: Pressed, request: Request): Opening<Link> => ({
    first: { callbackId: FORM_CALLBACK, title: 'New payment link' },
    isInPlace: true,
    read: async (link) =>
      link.state === whileIn
        ? { view: await buildFormAgain(link, request) }
        : openCounter(link, pressed, request),
  });

/** The link certainly does not exist. */
export const handleTryAgain = createFormAgain('failed');

/** We do not know whether the link exists, and its creator has confirmed the risk of another one. */
export const handleMakeAnotherAnyway = createFormAgain('unknown');

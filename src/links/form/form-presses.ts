import type { Request } from '../../app-parts.ts';
import { type ActionPlace, createButton } from '../../slack/button.ts';
import { editMessage } from '../../slack/messages.ts';
import { openView, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { formatPreset } from '../../workspaces/settings/presets.ts';
import type { FormSettings } from '../../workspaces/settings/settings.ts';
import { findOwnLink } from '../card/find-link.ts';
import { noteDoubtLater } from '../card/note-doubt.ts';
import { buildOwnerNews } from '../card/owner-messages-view.ts';
import { type FormMetadata, readForm, withRefills } from './form-metadata.ts';
import { FORM_CALLBACK } from './link-form-fields.ts';
import { type LinkFormValues, valuesOfPreset } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildLinkResult } from './link-result-view.ts';
import { buildFormAgain, createWindow, notifyCreator, showQr } from './show-outcome.ts';

type Form = { metadata: FormMetadata; values: LinkFormValues };

/** Redraws the form in its window with a change, and keeps everything else that was typed. */
const createRedraw = (
  name: string,
  change: (form: Form, settings: FormSettings, pressed: string | null) => Form,
) =>
  createButton<Request>(name, async ({ place: { view, teamId, value } }, request) => {
    if (!view) return;
    const { clock, timeZone } = request;
    const form = readForm(view);
    const settings = await request.settings.ofForm(teamId, form.metadata.askedIn);
    const drawn = buildLinkForm({
      ...change(form, settings, value),
      settings,
      now: clock.now(),
      timeZone,
    });
    // After two quick presses, the second finds the form that the first one drew.
    await updateView({ viewId: view.id, hash: view.hash, view: drawn }, request);
  });

/** The person chose where the card goes. The channel menu shows only while the choice is a channel. */
export const handleCardPlace = createRedraw('card_place', ({ metadata, values }) => {
  const channel = values.channel ?? metadata.channel;
  return { metadata: { ...metadata, channel }, values: { ...values, channel } };
});

/** Swaps the short form for the long one. */
export const handleMoreDetails = createRedraw('more_details', ({ metadata, values }) => ({
  metadata: { ...metadata, isLong: true },
  values,
}));

/** Fills in the amount and purpose of a preset, over what was typed there. */
export const handlePreset = createRedraw('preset', ({ metadata, values }, { presets }, pressed) => {
  const preset = presets.find((one) => formatPreset(one) === pressed);
  if (!preset) return { metadata: { ...metadata, pleaseCheck: PRESETS_CHANGED }, values };
  const filled = valuesOfPreset(preset);
  return {
    metadata: withRefills(metadata, Object.keys(filled) as (keyof typeof filled)[]),
    values: { ...values, ...filled },
  };
});

const PRESETS_CHANGED = '⚠️ An admin has just changed the presets. These are the new ones.';

/** Looks for the link in the service's listing again, and shows the answer in place of the button. */
export const handleCheckAgain = createButton<Request>('check_again', async ({ place, tell }, request) => {
  const { lostLinks, wake, clock } = request;
  const link = await findOwnLink(place, request, tell);
  if (!link) return;
  await showAt(place, link, { isChecking: true }, request);
  const checked = await lostLinks.checkAgain(link);
  wake.notices();
  await showAt(place, checked, { isChecking: false, checkedAt: clock.now() }, request);
  if (place.view) await showQr(checked, createWindow(place.view.id), request);
});

async function showAt(
  { view, message }: ActionPlace,
  link: Link,
  { isChecking, checkedAt = null }: { isChecking: boolean; checkedAt?: number | null },
  request: Request,
): Promise<void> {
  const { patientClient, timeZone } = request;
  if (view) {
    const result = buildLinkResult({ link, timeZone, isChecking, checkedAt });
    const shown = await updateView({ viewId: view.id, view: result }, request);
    if (!isChecking) noteDoubtLater(link, { viewId: view.id, hash: shown?.hash }, request);
    if (shown === null && !isChecking) await notifyCreator(link, request);
  } else if (message && !isChecking) {
    await editMessage(patientClient, message, buildOwnerNews(link, timeZone, null, { checkedAt }));
  }
}

/** Shows the form again with the link's values. If the link has left this state, shows its result instead. */
const createFormAgain = (name: string, whileIn: LinkState) =>
  createButton<Request>(name, async ({ place, tell, args }, request) => {
    const { timeZone } = request;
    const read = async (refuse: (text: string) => Promise<unknown>) => {
      const link = await findOwnLink(place, request, refuse);
      if (!link) return null;
      return link.state === whileIn ? buildFormAgain(link, request) : buildLinkResult({ link, timeZone });
    };
    if (place.view) {
      const { id, hash } = place.view;
      const view = await read(tell);
      // After two presses, the second finds the form already there.
      if (view) await updateView({ viewId: id, hash, view }, request);
      return;
    }
    await openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: FORM_CALLBACK, title: 'New payment link' },
        read: async (refuse) => {
          const view = await read(refuse);
          return view && { view };
        },
      },
      request,
    );
  });

/** The link certainly does not exist. */
export const handleTryAgain = createFormAgain('try_again', 'failed');

/** We do not know whether the link exists, and its creator has confirmed the risk of another one. */
export const handleMakeAnotherAnyway = createFormAgain('make_another_anyway', 'unknown');

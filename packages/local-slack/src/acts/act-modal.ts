import { setTimeout as delay } from 'node:timers/promises';
import { findStrangeChoices } from '../check-choices.ts';
import { checkFilled } from '../check-filled.ts';
import { limits } from '../limits.ts';
import { modalTrouble, modalTroubleBecause } from '../notices.ts';
import { listElements } from '../page/list-elements.ts';
import type { Filled, Outcome, SubmitOutcome } from '../page/page-api.ts';
import { isRecord, type JsonRecord } from '../page/read-json.ts';
import type { AppAnswer } from '../post-to-app.ts';
import { receiveView } from '../receive-content.ts';
import { SlackFailure } from '../slack-failure.ts';
import { responseActionMethod } from '../slack-faults.ts';
import { currentValue } from '../view-state.ts';
import { describeView, type ViewRecord } from '../views.ts';
import type { ActDeps } from './find-target.ts';
import { buildInteraction, buildInteractionDelivery } from './payloads.ts';

/** Selects with `response_url_enabled` let the app post to the chosen conversation. */
const buildResponseUrls = (view: ViewRecord, deps: ActDeps): JsonRecord[] =>
  listElements(view.blocks).flatMap((found) => {
    const channel = currentValue(found, view.filled);
    if (found.element['response_url_enabled'] !== true || typeof channel !== 'string') return [];
    return [
      {
        block_id: found.blockId,
        action_id: found.actionId,
        channel_id: channel,
        response_url: deps.responseUrls.issue({ user: view.user, channel, messageTs: null }),
      },
    ];
  });

const takeErrors = (given: unknown, view: ViewRecord): SubmitOutcome => {
  const inputs = listElements(view.blocks).flatMap(({ input, blockId }) => (input === null ? [] : [blockId]));
  if (!isRecord(given) || Object.keys(given).length === 0) throw new SlackFailure('no errors were sent');
  const errors: Record<string, string> = {};
  for (const [block, text] of Object.entries(given)) {
    if (!inputs.includes(block)) throw new SlackFailure(`errors name ${block}, which is no input block`);
    if (typeof text !== 'string' || text === '') throw new SlackFailure(`the error of ${block} is no text`);
    errors[block] = text;
  }
  return { ok: false, errors };
};

/** `views.update` can overtake the answer to the submission: the last one wins. */
const applyUpdate = async (given: unknown, view: ViewRecord, deps: ActDeps): Promise<void> => {
  const { views, faults, behaviours } = deps;
  const received = receiveView(given, 'modal', { world: deps, reader: view.user }, view);
  const before = view.hash;
  const late = faults.take(responseActionMethod)?.delayMs ?? 0;
  if (late > 0) await delay(late);
  if (views.find(view.id) === undefined) return;
  const overtaken = view.hash;
  views.update(view, received);
  if (overtaken !== before && behaviours.of('lateAnswer') === 'same-hash') view.hash = overtaken;
};

const takeAnswer = async (answer: AppAnswer, view: ViewRecord, deps: ActDeps): Promise<SubmitOutcome> => {
  if (answer.status !== 200) return { ok: false, problem: modalTrouble };
  if (answer.text.trim() !== '' && !isRecord(answer.json))
    throw new SlackFailure('the answer is no JSON object');
  const body = isRecord(answer.json) ? answer.json : {};
  const { views } = deps;
  switch (body['response_action']) {
    case undefined:
      views.close(view);
      break;
    case 'errors':
      return takeErrors(body['errors'], view);
    case 'clear':
      views.clear(view.user);
      break;
    case 'update':
      await applyUpdate(body['view'], view, deps);
      break;
    case 'push':
      if (views.stack(view.user).length >= limits.view.stack) throw new SlackFailure('push_limit_reached');
      views.push(view.user, receiveView(body['view'], 'modal', { world: deps, reader: view.user }));
      break;
    default:
      throw new SlackFailure(`unknown response_action ${String(body['response_action'])}`);
  }
  return { ok: true };
};

const findModal = (deps: ActDeps, as: string, viewId: string) => {
  const person = deps.workspace.person(as);
  const view = deps.views.find(viewId);
  return person === undefined || view?.user !== as || view.type !== 'modal'
    ? ({ ok: false, problem: 'This view is no longer open.' } as const)
    : ({ ok: true, person, view } as const);
};

/** A person presses a modal's submit button. */
export const actSubmit = async (
  deps: ActDeps,
  as: string,
  viewId: string,
  filled: Filled,
): Promise<SubmitOutcome> => {
  const found = findModal(deps, as, viewId);
  if (!found.ok) return found;
  const { person, view } = found;
  if (deps.views.top(as) !== view) return { ok: false, problem: 'Another view is on top of this one.' };
  if (view.submit === null) return { ok: false, problem: 'This view has no submit button.' };
  const unknown = findUnknownFields(view, filled);
  if (unknown.length > 0) return { ok: false, problem: `This view has no ${unknown.join(', ')}.` };
  deps.views.setFilled(view, filled);
  const strange = findStrangeChoices(view.blocks, (found) => currentValue(found, view.filled), as, deps);
  if (strange.length > 0)
    return { ok: false, problem: `${strange[0]?.actionId} does not offer what was chosen in it.` };
  const errors = checkFilled(view.blocks, view.filled);
  if (Object.keys(errors).length > 0) return { ok: false, errors };

  deps.views.setBusy(view, true);
  const urls = buildResponseUrls(view, deps);
  const payload = {
    ...buildInteraction('view_submission', person, 'view', deps),
    trigger_id: deps.triggers.issue({ user: as, channel: view.channel, viewId: view.id }),
    view: describeView(view, deps),
    response_urls: urls,
  };
  const answer = await deps.post(buildInteractionDelivery(`view_submission ${view.callbackId}`, payload));
  try {
    await deps.pictures.fetchAll(answer.json);
    return await takeAnswer(answer, view, deps);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return { ok: false, problem: modalTroubleBecause(error.message) };
  } finally {
    deps.views.setBusy(view, false);
  }
};

const findUnknownFields = (view: ViewRecord, filled: Filled): string[] => {
  const known = listElements(view.blocks).map(({ blockId, actionId }) => `${blockId}/${actionId}`);
  return Object.entries(filled)
    .flatMap(([block, values]) => Object.keys(values).map((action) => `${block}/${action}`))
    .filter((name) => !known.includes(name));
};

/** A person closes a modal; the app is notified only with `notify_on_close`. `filled`: what they had typed. */
export const actClose = async (
  deps: ActDeps,
  as: string,
  viewId: string,
  { all = false, filled = {} }: { all?: boolean; filled?: Filled },
): Promise<Outcome> => {
  const found = findModal(deps, as, viewId);
  if (!found.ok) return found;
  const { person, view } = found;
  deps.views.setFilled(view, filled);
  const isCleared = all || view.clearOnClose;
  const closed: ViewRecord[] = isCleared ? [...deps.views.stack(as)].reverse() : [view];
  if (isCleared) deps.views.clear(as);
  else deps.views.close(view);
  for (const one of closed) {
    if (!one.notifyOnClose) continue;
    const payload = {
      ...buildInteraction('view_closed', person, 'view', deps),
      view: describeView(deps.behaviours.of('closedView') === 'typed' ? one : { ...one, filled: {} }, deps),
      is_cleared: isCleared,
    };
    await deps.post(buildInteractionDelivery(`view_closed ${one.callbackId}`, payload));
  }
  return { ok: true };
};

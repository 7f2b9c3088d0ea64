import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNotice, buildWaiting, type Waiting } from '../blocks/message.ts';
import type { ActionPlace } from './button.ts';
import { ExplainedError, explainSlackFault } from './faults.ts';
import { type ListenerParts, WindowFault } from './listener.ts';
import { Refused } from './refused.ts';
import { explainMessageRefusal, explainRefusedToken } from './slack-errors.ts';
import { readSlackFailure, type SlackFailure } from './slack-failure.ts';

/** A trigger works for three seconds from the click, and the network uses some of them. */
const READS_WITHIN_MS = 300;

/** A window that somebody asked for. */
export interface Opening<Thing = void> {
  /** Shown when our own store is slow, and while `fill` is running. A form is complete as it is. */
  first: Waiting | { form: () => ModalView; otherwise?: () => ModalView };
  /** Replaces the window that has the button: Slack stacks at most three. */
  isInPlace?: boolean;
  /** May only read our own store. Throws `Refused` if there is nothing to show. `thing`: what it is about. */
  read: (thing: Thing) => Promise<Prepared>;
}

/** What our own store says about the requested view. */
export interface Prepared {
  /** Null: the first view stays until `fill` returns one. */
  view: ModalView | null;
  /** Used if Slack refuses the view: a view may not preselect a channel that this person cannot see. */
  otherwise?: () => ModalView;
  /** Anything that may take longer than a trigger works: the audit, the service, other calls to Slack. */
  fill?: (viewId: string) => Promise<ModalView | null>;
}

/** Only our own store was read before the window: unlike after other errors, nothing can be half done. */
class WindowNotOpenedError extends ExplainedError {
  override name = 'WindowNotOpenedError';

  constructor(cause: unknown) {
    super('Slack did not open the window', { cause });
  }

  explain(report: string): string {
    const { why, code } = readSlackFailure(this.cause);
    if (why === 'token') return `${explainRefusedToken(code)} Nothing was done.`;
    if (why === 'scope') return `${explainMessageRefusal(code)} Nothing was done (\`${code}\`).`;
    if (why === 'unclear')
      return `Slack did not open the window (\`${code}\`). Nothing was done: try again. If that doesn’t help, ${report}.`;
    return `Slack did not open the window in time. Nothing was done: try again. If that doesn’t help, ${report}.`;
  }
}

/**
 * Opens a modal, on top of the one that has the button, if any, or in its place. First it only reads our own store, and
 * only while the trigger allows: a slow database means a moment's wait in the window, never a missing window.
 */
export const openView = async (
  { client, place }: { client: WebClient; place: Place },
  { first, isInPlace = false, read }: Opening,
  dependencies: Pick<ListenerParts, 'clock' | 'patientClient'>,
): Promise<void> => {
  const reading = read();
  const isInTime = await isOverWithin(reading, dependencies);
  // Built only when needed: most are never shown.
  let built: ModalView | null = null;
  const firstView = (): ModalView => {
    built ??= 'form' in first ? first.form() : buildWaiting(first);
    return built;
  };
  if (isInTime) {
    const prepared = await reading;
    const viewId = await openFirst(prepared.view ?? firstView(), prepared);
    if (viewId !== null) await fill(viewId, async () => prepared);
    return;
  }
  // We look at its result or error once the window is open.
  reading.catch(() => undefined);
  const viewId = await openFirst(firstView(), 'form' in first ? first : {});
  if (viewId === null) return;
  await fill(viewId, async () => {
    const prepared = await reading;
    // Keeps what the person has typed into the form in the meantime.
    if ('form' in first) return { view: null };
    if (prepared.view !== null)
      await unlessRefused(prepared.view, prepared, (view) => updateView({ viewId, view }, dependencies));
    return prepared;
  });

  function openFirst(view: ModalView, instead: Pick<Prepared, 'otherwise'>) {
    return unlessRefused(view, instead, open).catch((error: unknown) => {
      throw readSlackFailure(error).kind === 'passing' ? new WindowNotOpenedError(error) : error;
    });
  }

  async function open(view: ModalView): Promise<string | null> {
    const viewId = isInPlace ? place.view?.id : undefined;
    if (viewId === undefined) return showView(client, place, view);
    return (await updateView({ viewId, view }, dependencies)) === null ? null : viewId;
  }

  function notice(words: string): ModalView {
    return buildNotice('form' in first ? describeForm(firstView()) : first, words);
  }

  /** A waiting window gets the words about what went wrong, and every window a refusal; a form is complete as it is. */
  async function fill(viewId: string, prepare: () => Promise<Prepared>): Promise<void> {
    let shown: ModalView | null = null;
    try {
      const prepared = await prepare();
      shown = prepared.view;
      const filled = (await prepared.fill?.(viewId)) ?? null;
      if (filled !== null)
        await unlessRefused(filled, prepared, (view) => updateView({ viewId, view }, dependencies));
    } catch (error) {
      if (!(error instanceof Refused) && isForm(shown ?? firstView())) throw error;
      throw new WindowFault(error, (words) => updateView({ viewId, view: notice(words) }, dependencies));
    }
  }
};

type Place = Pick<ActionPlace, 'triggerId' | 'view'>;

/**
 * Shows words in a small window on top of the one that has the button, in which nothing is lost. Rejects if its trigger is
 * used up or over, or three windows lie on each other.
 */
export const showNotice = (client: WebClient, place: Place, words: string): Promise<unknown> => {
  const view = buildNotice({ callbackId: 'notice', title: 'Paylink' }, words);
  return client.views.push({ trigger_id: place.triggerId, view });
};

/** Tries again with the other view: a refusal does not use up the trigger. */
async function unlessRefused<T>(
  view: ModalView,
  { otherwise }: Pick<Prepared, 'otherwise'>,
  show: (view: ModalView) => Promise<T>,
): Promise<T> {
  try {
    return await show(view);
  } catch (error) {
    const { why } = error instanceof ViewRefused ? error : readSlackFailure(error);
    if (otherwise === undefined || (why !== 'blocks' && why !== 'unclear')) throw error;
    return show(otherwise());
  }
}

const isForm = ({ submit }: ModalView): boolean => submit !== undefined;

const describeForm = ({ callback_id: callbackId = '', title }: ModalView): Waiting => ({
  callbackId,
  title: title.text,
});

const showView = async (
  client: WebClient,
  { view, triggerId }: Place,
  shown: ModalView,
): Promise<string | null> => {
  const ask = { trigger_id: triggerId, view: shown };
  try {
    const answer = view ? await client.views.push(ask) : await client.views.open(ask);
    return answer.view?.id ?? null;
  } catch (error) {
    // Nothing else uses this trigger, so an earlier try worked and its answer was lost.
    if (readSlackFailure(error).why === 'triggerUsed' && isForm(shown)) return null;
    throw error;
  }
};

async function isOverWithin(
  task: Promise<unknown>,
  { clock }: Pick<ListenerParts, 'clock'>,
): Promise<boolean> {
  const ended = new AbortController();
  const over = task.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([over, clock.sleep(READS_WITHIN_MS, ended.signal).then(() => false)]);
  } finally {
    // A reason of our own: the default is an error with a stack trace.
    ended.abort('over');
  }
}

/** Slack may fail for a moment. */
const WAITS_MS = [0, 1_000];

/**
 * It sometimes answers “downloading image failed”, as if a block was bad, and accepts the same image the next time:
 * slackapi/python-slack-sdk#1782.
 */
const mayTakeItNext = ({ why }: SlackFailure, view: ModalView): boolean =>
  why === 'later' || (why === 'blocks' && view.blocks.some(({ type }) => type === 'image'));

/** Slack refused the view; `code` is its reason. */
export class ViewRefused extends ExplainedError {
  override name = 'ViewRefused';
  readonly code: string;
  readonly why: SlackFailure['why'];

  /** It may accept the same view later. */
  get isPassing(): boolean {
    return this.why === 'later';
  }

  constructor({ code, why }: Pick<SlackFailure, 'code' | 'why'>) {
    super(`Slack did not take the view: ${code}`);
    this.code = code;
    this.why = why;
  }

  explain(report: string): string {
    return explainSlackFault(this.code, report);
  }
}

interface ViewReplacement {
  viewId: string;
  view: ModalView;
  /** The version to replace; any other version is left alone. None: whatever it shows. */
  hash?: string | null | undefined;
}

/**
 * Replaces an open view, and tries a second time if Slack may take it then. Null: the window is
 * closed, or shows a version other than `hash`, so nobody is waiting for this one. Throws `ViewRefused`.
 */
export const updateView = async (
  { viewId, view, hash }: ViewReplacement,
  { patientClient, clock }: Pick<ListenerParts, 'patientClient' | 'clock'>,
): Promise<{ hash: string | null } | null> => {
  let refused: SlackFailure | null = null;
  for (const wait of WAITS_MS) {
    if (wait > 0) await clock.sleep(wait);
    try {
      const answer = await patientClient.views.update({
        view_id: viewId,
        view,
        ...(hash == null ? {} : { hash }),
      });
      return { hash: answer.view?.hash ?? null };
    } catch (error) {
      const failure = readSlackFailure(error);
      // The person pressed again or moved on.
      if (failure.why === 'overtaken') return null;
      refused = failure;
      if (!mayTakeItNext(failure, view)) break;
    }
  }
  throw new ViewRefused(refused ?? { code: '', why: 'refused' });
};

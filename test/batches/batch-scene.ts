import type { SeenFile, SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { modalWhere } from '../fixtures/link-form.ts';
import { seen } from '../fixtures/seen.ts';
import type { Scene } from '../fixtures/start-paylink.ts';

export const HEADINGS = 'Amount,Name,Phone,E-mail,What for';

/** A row; each index is another customer. */
export const buildCsvRow = (
  index: number,
  changes: { amount?: string; phone?: string; email?: string } = {},
): string =>
  [
    changes.amount ?? `${100 + index}.50`,
    'Sara Khan',
    changes.phone ?? `+97150${String(1_000_000 + index)}`,
    changes.email ?? `parent.${index}@example.com`,
    'June fees',
  ].join(',');

export const buildCsv = (count: number): string =>
  [HEADINGS, ...Array.from({ length: count }, (_, index) => buildCsvRow(index))].join('\n');

/** Uploads a file in the form of `/paylink batch`. */
export const giveFile = async (
  { slack }: Scene,
  file: { name?: string; text?: string; bytes?: Buffer },
  {
    as = SARA,
    channel = FRONT_DESK,
    onceOpen,
  }: { as?: string; channel?: string; onceOpen?: () => void } = {},
): Promise<SeenView> => {
  const outcome = await slack.command(as, channel, '/paylink', 'batch');
  if (!outcome.ok) throw new Error(outcome.problem);
  const form = await slack.until(() => {
    const top = slack.topModal(as);
    return top?.submit === 'Preview' ? top : undefined;
  });
  onceOpen?.();
  const bytes = file.bytes ?? Buffer.from(file.text ?? '');
  const id = slack.giveFile(as, { name: file.name ?? 'parents.csv', bytes });
  const sent = await slack.submit(as, form.id, {
    batch_file: { batch_file: [id] },
    batch_channel: { batch_channel: channel },
    batch_terms: { batch_terms: ['accepted'] },
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return form;
};

export const previewOf = (scene: Scene, as = SARA): Promise<SeenView> =>
  modalWhere(scene, (modal) => seen(modal).buttons.includes('Upload a corrected file'), as);

/** Presses the button that creates; resolves to the card once it has these words. */
export const createLinks = async (
  scene: Scene,
  words: RegExp,
  { as = SARA, channel = FRONT_DESK, actionId = 'batch_create' } = {},
): Promise<SeenMessage> => {
  const preview = await previewOf(scene, as);
  const pressed = await scene.slack.click(as, { viewId: preview.id }, { actionId });
  if (!pressed.ok) throw new Error(pressed.problem);
  return batchCard(scene, words, channel);
};

export const batchCard = ({ slack }: Scene, words: RegExp, channel = FRONT_DESK): Promise<SeenMessage> =>
  slack.until(
    () =>
      slack
        .messages(channel)
        .findLast(
          (message) => message.threadTs === null && !message.ephemeralTo && words.test(seen(message).text),
        ),
    60_000,
  );

/** The newest file of this name that the app sent to a person. */
export const sentFile = ({ slack }: Scene, name: RegExp, dm = SARA_DM): Promise<SeenFile> =>
  slack.until(() =>
    slack
      .messages(dm)
      .flatMap(({ files }) => files ?? [])
      .flatMap(({ id }) => slack.file(id) ?? [])
      .findLast((file) => name.test(file.name)),
  );

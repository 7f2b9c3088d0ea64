import { z } from 'zod';
import {
  buildRowKindAnswered,
  buildRowKindTaken,
  ROW_KIND_CHOICES,
  type RowKindChoice,
} from '../../messages/row-kind.ts';
import { createButton } from '../button.ts';
import { buildSettings } from '../open-settings.ts';
import { permit } from '../permit.ts';
import { sortRowKind } from '../sort-row-kind.ts';
import { updateView } from '../update-view.ts';

const FORGOTTEN =
  'Nobody asks about this word any more. When the payment service uses it again, Paylink asks again.';

/** An admin answers the question in a direct message. */
const createAnswer = (choice: RowKindChoice) =>
  createButton(`row kind ${choice}`, async ({ place, tell, args }, dependencies) => {
    if (!(await permit(place, 'change-settings', dependencies, tell))) return;
    const sorted = await sortRowKind(place, { key: place.value ?? '', choice }, dependencies);
    if (sorted.outcome === 'unknown') {
      await tell(FORGOTTEN);
      return;
    }
    if (sorted.outcome === 'taken') await tell(buildRowKindTaken(sorted.word));
    await args.respond({ replace_original: true, ...buildRowKindAnswered(sorted.word) });
  });

export const handleRowKindPayment = createAnswer('payment');
export const handleRowKindOther = createAnswer('other');

const menuSchema = z.object({ selected_option: z.object({ value: z.string() }) });

/** In the settings: a word is explained, or what was said of it forgotten. What is typed in the form stays. */
export const handleRowKindMenu = createButton(
  'row kind menu',
  async ({ place, tell, args }, dependencies) => {
    if (!(await permit(place, 'change-settings', dependencies, tell))) return;
    const { value } = menuSchema.parse(args.action).selected_option;
    const [name = '', ...rest] = value.split(':');
    const choice = ROW_KIND_CHOICES.find((one) => one === name);
    if (choice === undefined) throw new Error('no such choice of a word');
    const sorted = await sortRowKind(place, { key: rest.join(':'), choice }, dependencies);
    if (sorted.outcome === 'taken') await tell(buildRowKindTaken(sorted.word));
    if (place.view === null) return;
    const { id, hash, privateMetadata } = place.view;
    const view = await buildSettings(place, dependencies, privateMetadata);
    await updateView({ viewId: id, hash, view }, dependencies);
  },
);

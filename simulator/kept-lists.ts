import type { BatchPress } from './batch-desk.ts';
import type { GivenList } from './office.ts';
import { type Paylink, SUPERVISOR } from './paylink.ts';
import type { World } from './simulated-world.ts';

const MINUTE = 60_000;
const MOST_TRIES = 8;

/** That a list comes again, and what became of it. */
export interface KeptList {
  id: string;
  /** When its preview is to come by itself. */
  dueAt: number;
  /** The preview whose *Create* was pressed; null: nobody pressed. */
  pressedId: string | null;
}

/** What the office does through a running Paylink. Null and false: no answer, however often it was tried. */
interface Hands {
  ask<T>(what: string, work: (paylink: Paylink) => Promise<T>): Promise<T | null>;
  pressUntilDone(button: BatchPress, id: string): Promise<boolean>;
  seeThrough(id: string): Promise<void>;
}

/** *Same again*: a list that was confirmed comes again on its day, here some minutes later, and may be confirmed again. */
export const keepList = async (
  list: GivenList,
  world: World,
  { ask, pressUntilDone, seeThrough }: Hands,
): Promise<void> => {
  const { dice } = world;
  const batchId = list.confirmedId;
  const batch = batchId === null ? null : await ask('looks', ({ batchDesk }) => batchDesk.find(batchId));
  // The card offers it of no other.
  if (batchId === null || (batch?.state !== 'running' && batch?.state !== 'done')) return;
  const dueAt = Math.ceil((world.now() + dice.whole(2, 8) * MINUTE) / MINUTE) * MINUTE;
  for (let tries = 0; tries < MOST_TRIES && list.kept === null; tries += 1) {
    const kept = await ask('keeps a list', ({ batchDesk }) => batchDesk.keep(batchId, SUPERVISOR, dueAt));
    if (kept !== null) list.kept = { ...kept, pressedId: null };
    else await world.sleep(dice.whole(2_000, 20_000));
  }
  const { kept } = list;
  if (kept === null) return;
  world.note(`office: ${list.fileName} comes again`);
  const isConfirmed = dice.chance(0.5);
  await world.sleep(Math.max(0, kept.dueAt - world.now()) + dice.whole(1_000, 90_000));
  if (!isConfirmed) return;
  const preview = await ask('looks for the preview', ({ batchDesk }) => batchDesk.previewOf(kept.id));
  if (preview === null) return;
  kept.pressedId = preview;
  await pressUntilDone('create-all', preview);
  await seeThrough(preview);
};

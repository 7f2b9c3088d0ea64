import type { BatchPress } from './batch-desk.ts';
import type { Day } from './day.ts';
import { askOne } from './fleet.ts';
import { ADMIN, type Paylink, SUPERVISOR } from './paylink.ts';
import type { World } from './simulated-world.ts';

const MINUTE = 60_000;
const MOST_TRIES = 8;

/** Longer than any preview waits. */
const OLD_LIST_LASTS_MS = 4 * 24 * 60 * MINUTE;
/** How often the office resumes a paused batch or retries failed rows. */
const MOST_ROUNDS = 12;
/** How long somebody waits for a list to be begun, in seconds. */
const MOST_LOOKS = 60;
const CHANNELS = ['CFRONT', 'CSALES'] as const;

/** A customer’s, by the number. */
export const contactOf = (customer: number) => ({
  Email: `customer-${customer}@example.com`,
  Phone: `+97150${String(customer).padStart(7, '0')}`,
});

export interface ListRow {
  notes: string;
  amountFils: number;
  /** Paylink reports an error for it in the preview. */
  isFaulty: boolean;
  /** The same customer and amount as the row above. */
  isTwin: boolean;
  /** Of a list that is confirmed a day later: the staff's number of its customer. Null: nobody else sells to them. */
  customer: number | null;
}

/** A preview that somebody confirms a day or two after it was shown. */
interface OldPreview {
  shownAt: number;
  /** What the question about rows that were not made said; empty: there was none. */
  question: string;
  answer: 'create' | 'leave';
}

/** A list that the office submitted. */
export interface GivenList {
  fileName: string;
  rows: ListRow[];
  expiresAt: number;
  /** All its previews; several if an answer was lost. */
  previewIds: string[];
  /** The preview on which *Create* was pressed; null: none. */
  confirmedId: string | null;
  /** When somebody learned that the rest of it is cancelled; null: it is not. */
  cancelledAt: number | null;
  /** Also create rows that look like duplicates. */
  withTwins: boolean;
  /** When the file was last requested successfully; null: never. */
  fileAskedAt: number | null;
  /** Null: it is confirmed at once, or never. */
  old: OldPreview | null;
}

/** Plays the office, which submits lists of links and follows each to the end. */
export const createOffice = (
  world: World,
  { running, minutesToPay }: { running: () => Paylink[]; minutesToPay: () => Day['minutesToPay'] },
) => {
  const { dice } = world;
  const lists: GivenList[] = [];

  const ask = <T>(what: string, work: (paylink: Paylink) => Promise<T>): Promise<T | null> =>
    askOne(world, running(), `office: ${what}`, work);

  const press = async (button: BatchPress, id: string, by = SUPERVISOR): Promise<boolean> => {
    const told = await ask(button, ({ batchDesk }) => batchDesk.press(button, id, by));
    const isDone = told !== null && !told.includes('Something went wrong');
    world.note(`office: ${by} presses ${button}: ${isDone ? told || 'done' : 'no answer'}`);
    return isDone;
  };
  const pressUntilDone = async (button: BatchPress, id: string, by = SUPERVISOR): Promise<boolean> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await press(button, id, by)) return true;
      await world.sleep(dice.whole(2_000, 20_000));
    }
    return false;
  };

  const drawRows = (list: number): ListRow[] => {
    const isLarge = world.has('large batches') && dice.chance(0.5);
    const rows: ListRow[] = [];
    for (
      let left = dice.pick(world.has('second thoughts') ? [6, 20] : [1, 2, 3, 3, 6]);
      left > 0;
      left -= 1
    ) {
      const n = rows.length + 1;
      const above = rows.at(-1);
      // A row like a faulty one is not a duplicate.
      const isTwin =
        n > 1 && world.has('rows that are alike') && dice.chance(0.2) && above?.isFaulty === false;
      rows.push({
        notes: `list-${list}-${n}`,
        amountFils: isTwin ? (above?.amountFils ?? 0) : (isLarge ? 300_000 : 20_000) + list * 1_009 + n * 211,
        isFaulty: !isTwin && world.has('rows with faults') && dice.chance(0.2),
        isTwin,
        customer: null,
      });
    }
    return rows;
  };

  const drawExpiry = (): number => {
    const { least, most } = minutesToPay();
    return world.now() + dice.whole(least, dice.pick(most)) * MINUTE;
  };

  const give = async (rows = drawRows(lists.length + 1), expiresAt = drawExpiry()): Promise<GivenList> => {
    const list: GivenList = {
      fileName: `list-${lists.length + 1}.csv`,
      rows,
      expiresAt: Math.ceil(expiresAt / MINUTE) * MINUTE,
      previewIds: [],
      confirmedId: null,
      cancelledAt: null,
      withTwins: dice.chance(0.5),
      fileAskedAt: null,
      old: null,
    };
    lists.push(list);
    world.note(`office: gives ${list.fileName} with ${list.rows.length} rows`);
    const { fileName } = list;
    const given = {
      fileName,
      expiresAt: list.expiresAt,
      channelId: dice.pick(CHANNELS),
      by: SUPERVISOR,
      text: buildCsv(list.rows),
    };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const batch = await ask('gives a list', ({ batchDesk }) => batchDesk.give(given));
      if (batch !== null) {
        list.previewIds.push(batch.id);
        break;
      }
      await world.sleep(dice.whole(2_000, 20_000));
    }
    return list;
  };

  /** Sometimes two people decide at the same moment. */
  const decide = async (id: string): Promise<void> => {
    await world.sleep(dice.whole(2_000, 120_000));
    if (dice.chance(0.2)) await press('approve', id, SUPERVISOR);
    const refusal = dice.chance(0.5) ? 'decline' : 'withdraw';
    const buttons: BatchPress[] = dice.chance(0.2)
      ? ['approve', refusal]
      : dice.chance(0.2)
        ? [refusal]
        : ['approve'];
    await Promise.all(
      buttons.map((button) => pressUntilDone(button, id, button === 'withdraw' ? SUPERVISOR : ADMIN)),
    );
  };

  const confirm = async (list: GivenList, id: string): Promise<void> => {
    list.confirmedId = id;
    const button = list.withTwins ? 'create-all' : 'create';
    const times = world.has('double clicks') && dice.chance(0.4) ? 2 : 1;
    if (world.has('second thoughts') && world.as('regret').dice.chance(0.5)) void regret(list, id);
    await Promise.all(Array.from({ length: times }, () => pressUntilDone(button, id)));
    const batch = await ask('looks', ({ batchDesk }) => batchDesk.find(id));
    if (batch === null || batch.state === 'asked') await decide(id);
  };

  /** Cancels a list while its first links are being made. */
  const regret = async (list: GivenList, id: string): Promise<void> => {
    const { dice } = world.as('regret');
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const batch = await ask('watches', ({ batchDesk }) => batchDesk.find(id));
      if (batch?.state === 'running') break;
      await world.sleep(1_000);
    }
    await world.sleep(dice.whole(0, 2_000));
    await press('cancel', id);
    const batch = await ask('looks', ({ batchDesk }) => batchDesk.find(id));
    if (batch?.state === 'cancelled') list.cancelledAt = world.now();
  };

  const interfere = async (id: string, until: number): Promise<void> => {
    const often = Math.max(20_000, (until - world.now()) / 6);
    while (world.now() < until) {
      await world.sleep(dice.whole(1_000, Math.ceil(often)));
      if (dice.chance(0.3)) await press(dice.chance(0.1) ? 'cancel' : 'pause', id);
      else if (dice.chance(0.5)) await press(dice.pick(['go-on', 'retry', 'file']), id);
    }
  };

  /** Presses what the card offers until nothing is left to do. */
  const seeThrough = async (id: string): Promise<void> => {
    let retries = 0;
    let approvals = 0;
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const batch = await ask('looks', ({ batchDesk }) => batchDesk.find(id));
      if (batch?.state === 'paused') await press('go-on', id);
      else if (batch?.state === 'asked') {
        approvals += 1;
        // Once all its expiry dates have passed, it can only be declined.
        await press(approvals > 2 ? 'decline' : 'approve', id, ADMIN);
      } else if (batch?.state === 'done') {
        if (retries > 1) return;
        retries += 1;
        await press('retry', id);
      } else if (batch !== null && batch.state !== 'running') return;
      await world.sleep(dice.whole(30_000, 60_000));
    }
  };

  /** Gives a list whose preview nobody confirms today. Returns its rows once it is there. */
  const giveOld = async (): Promise<readonly ListRow[]> => {
    const { dice } = world.as('old preview');
    const number = lists.length + 1;
    const rows = Array.from({ length: dice.whole(1, 3) }, (_, at): ListRow => {
      const notes = `list-${number}-${at + 1}`;
      const amountFils = 20_000 + number * 1_009 + at * 2_110;
      return { notes, amountFils, isFaulty: false, isTwin: false, customer: 9_000 + 10 * number + at };
    });
    const list = await give(rows, world.now() + OLD_LIST_LASTS_MS);
    if (list.previewIds.length === 0) return [];
    list.old = { shownAt: world.now(), question: '', answer: dice.pick(['create', 'leave']) };
    return rows;
  };

  /** Confirms it in calm times, and answers what is asked about its rows. */
  const confirmOld = async (list: GivenList): Promise<void> => {
    const { old, previewIds } = list;
    const id = previewIds.at(-1);
    if (old === null || id === undefined) return;
    list.confirmedId = id;
    await pressUntilDone(list.withTwins ? 'create-all' : 'create', id);
    await world.sleep(MINUTE);
    const answer = ({ batchDesk }: Paylink) => batchDesk.answerHeld(id, SUPERVISOR, old.answer);
    old.question = (await ask('answers about rows', answer)) ?? '';
    world.note(`office: ${list.fileName}: ${old.question === '' ? 'nothing is asked' : old.answer}`);
  };

  return {
    lists: (): readonly GivenList[] => lists,
    giveOld,
    confirmOld,
    work: async (troubleEnds: number, calmFrom: number): Promise<void> => {
      const list = await give();
      const id = list.previewIds.at(-1);
      if (id === undefined || dice.chance(0.1)) return;
      await confirm(list, id);
      await interfere(id, troubleEnds);
      await world.sleep(Math.max(0, troubleEnds + 60_000 - world.now()));
      await seeThrough(id);
      await world.sleep(Math.max(0, calmFrom - world.now()));
      if (await press('file', id)) list.fileAskedAt = world.now();
    },
  };
};

/** An invalid amount is an error; phones differ, because links for one customer would look like duplicates. */
function buildCsv(rows: readonly ListRow[]): string {
  let phone = 0;
  const lines = rows.map(({ notes, amountFils, isFaulty, isTwin, customer: known }) => {
    if (!isTwin) phone += 1;
    const amount = isFaulty ? 'soon' : (amountFils / 100).toFixed(2);
    if (known !== null) {
      const { Phone, Email } = contactOf(known);
      return `${amount},Huda Saleh,${Phone},${Email},${notes}`;
    }
    const customer = `${notes.split('-')[1]}${String(phone).padStart(2, '0')}`;
    return `${amount},Huda Saleh,+97155${customer.padStart(7, '0')},huda${customer}@example.com,${notes}`;
  });
  return ['Amount,Name,Phone,E-mail,What for', ...lines].join('\n');
}

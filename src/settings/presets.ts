import { z } from 'zod';
import { explainReadings, hasTwoReadings, readAmount } from '../blocks/read-amount.ts';
import { holdsCardNumber } from '../blocks/sensitive-text.ts';
import { toLatinDigits } from '../blocks/text.ts';
import { formatFils, toInvoiceAmount } from '../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';

export const presetSchema = z.object({
  /** Unique in the workspace. */
  name: z.string().min(1),
  amountFils: z.int().positive(),
  /** What the payment is for. */
  notes: z.string().min(1),
});

/** A frequent sale: a button above the form that fills it in. */
export type Preset = z.infer<typeof presetSchema>;

/** More buttons would push the form off a phone's screen. */
export const MOST_PRESETS = 8;

/** A name longer than this is cut off on a phone's button. */
const LONGEST_NAME = 30;
const { notes: NOTES, invoiceAmount: AMOUNT } = LINK_REQUEST_RULES;

type ReadPresets = { presets: Preset[]; fault: null } | { presets: null; fault: string };

/**
 * Reads presets as an admin writes them, one a line: `Deposit 500`, or `Deposit 500: Deposit for your order` with
 * what the customer reads. A fault is a sentence that names its line.
 */
export const readPresets = (text: string): ReadPresets => {
  const presets: Preset[] = [];
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const words = line.replace(/\s+/g, ' ').trim();
    if (words === '') continue;
    const read = readPreset(words);
    // A card number is not shown even in a window.
    const quoted = holdsCardNumber(words) ? '' : `, “${shorten(words)}”`;
    const where = `Line ${index + 1}${quoted}: `;
    if (typeof read === 'string') return { presets: null, fault: where + read };
    if (presets.some(({ name }) => isSame(name, read.name)))
      return { presets: null, fault: `${where}another line has this name. Give each its own.` };
    presets.push(read);
    if (presets.length > MOST_PRESETS)
      return { presets: null, fault: `${where}${MOST_PRESETS} presets is the most. Remove this line.` };
  }
  return { presets, fault: null };
};

/** The line that reads as this preset. */
export const formatPreset = (preset: Preset): string =>
  `${labelPreset(preset)}${preset.notes === preset.name ? '' : `: ${preset.notes}`}`;

/** `Deposit 500`, `Delivery 25.50`, `Grade 3 AED 500`. */
export const labelPreset = ({ name, amountFils }: Preset): string => {
  const amount = formatFils(amountFils).replace(/\.00$/, '');
  const isSpaced = SPACED_END.test(toLatinDigits(`${name} ${amount}`));
  return `${name} ${isSpaced ? 'AED ' : ''}${amount}`;
};

/** `12 500`: one amount, or a number in the name and an amount. */
const SPACED_END = /(?<!\S)\d{1,3}(?: \d{2,3})* \d{3}(?!\d)\S*$/;

/** A preset, or what is wrong with its line. */
function readPreset(words: string): Preset | string {
  const colon = words.indexOf(':');
  const [head, description] =
    colon === -1 ? [words, null] : [words.slice(0, colon).trim(), words.slice(colon + 1).trim()];
  const start = SPACED_END.exec(toLatinDigits(head))?.index ?? head.lastIndexOf(' ') + 1;
  const typed = head.slice(start);
  const amount = readAmount(typed);
  if (amount === null) return 'end it with an amount, such as Deposit 500 or Delivery 25.50.';
  if (amount.isMaybeTwo)
    return `${explainReadings(typed)} If the first belongs to the name, write AED before the amount.`;
  if (hasTwoReadings(amount)) return explainReadings(typed);
  const { fils: amountFils } = amount;
  if (amountFils < AMOUNT.min * 100) return `the smallest amount is AED ${AMOUNT.min}.`;
  if (!isExact(amountFils)) return 'this amount is too large to be sent exactly.';
  const name = head
    .slice(0, start)
    .trimEnd()
    .replace(/(?: AED)+$/i, '');
  if (name === '' || /^AED$/i.test(name)) return `begin it with a name, such as Deposit ${head}.`;
  const notes = description ?? name;
  if (holdsCardNumber(name) || holdsCardNumber(notes))
    return 'this looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.';
  if (name.length > LONGEST_NAME) return `shorten the name to ${LONGEST_NAME} characters.`;
  if (notes.length < NOTES.min)
    return description === null
      ? `write a name of at least ${NOTES.min} letters: the customer reads it.`
      : `write what it is for after the colon, with at least ${NOTES.min} letters, or leave out the colon.`;
  if (notes.length > NOTES.max) return `shorten what follows the colon to ${NOTES.max} characters.`;
  return { name, amountFils, notes };
}

function isExact(amountFils: number): boolean {
  try {
    toInvoiceAmount(amountFils);
    return true;
  } catch {
    return false;
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const shorten = (words: string): string => (words.length > 40 ? `${words.slice(0, 39)}…` : words);

/** About the mean width of a letter of the font, in ems: enough to leave room, not to set type. */
const LETTER = 0.54;
const LEAST_SIZE = 34;

export const measureText = (text: string, size: number): number => text.length * size * LETTER;

/** Smaller letters for a long line, and an end with an ellipsis where that is not enough. */
export const fitText = (text: string, size: number, room: number): { text: string; size: number } => {
  const fitted = Math.max(LEAST_SIZE, Math.min(size, Math.floor(room / (text.length * LETTER || 1))));
  const most = Math.floor(room / (fitted * LETTER));
  return { text: text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text, size: fitted };
};

/** Also drops what no XML may hold. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

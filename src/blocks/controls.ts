/** Joiners shape Arabic and Indic words, and join emoji; anywhere else nobody sees them. */
const STRAY_JOINERS =
  /(?<!\uFE0F|[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** Direction marks, zero-width spaces, fillers and the like; Arabic number signs are visible. */
const CONTROLS =
  /[^\P{Cf}\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u200C\u200D]|[^\P{Cc}\t\n\v\f\r\u0085]|[\u115F\u1160\u180E\u3164\uFFA0\uFFFC]/gu;

/** Without characters that nobody sees: they could turn the text around, or make two names look the same. */
export const dropControls = (text: string): string => text.replace(CONTROLS, '').replace(STRAY_JOINERS, '');

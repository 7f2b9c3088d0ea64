/**
 * The text of a CSV file: UTF-8, UTF-16 with its mark, or else Windows-1256, in which Excel saves in an Arabic Windows.
 * Null: it is no text.
 */
export const decodeText = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withoutZeros(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutZeros(new TextDecoder('utf-16be').decode(bytes));
  return bytes.includes(0) ? null : decodeBytes(bytes);
};

/** Every binary file has one, and no text that a spreadsheet saves. */
const withoutZeros = (text: string): string | null => (text.includes('\0') ? null : text);

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

/** The byte of each character in Windows-1256, from the platform's decoder. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1256').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

export const encode1256 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((character) => {
      const byte = BYTES.get(character);
      if (byte === undefined) throw new Error(`Windows-1256 has no ${character}`);
      return byte;
    }),
  );

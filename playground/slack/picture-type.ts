/** Pictures that Slack shows, told by their first bytes whatever the file is called. */
const BEGINNINGS: readonly [mimetype: string, hex: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
];

export const shownImages: readonly string[] = BEGINNINGS.map(([mimetype]) => mimetype);

/** Null: no picture that Slack can show. */
export const readPictureType = (bytes: Buffer): string | null => {
  const start = bytes.subarray(0, 8).toString('hex');
  return BEGINNINGS.find(([, beginning]) => start.startsWith(beginning))?.[0] ?? null;
};

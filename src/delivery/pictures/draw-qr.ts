/**
 * Large enough to scan from a phone's screen at arm's length. Trying all five PNG filters would keep the only
 * thread busy three times as long; the second filter (relative to the row above) suits rows that are alike.
 */
const PICTURE = {
  type: 'png' as const,
  width: 512,
  margin: 4,
  rendererOpts: { deflateLevel: 9, filterType: 2 },
};

/** The QR code of a link's address, as a PNG. */
export const drawQr = async (address: string): Promise<Buffer> => {
  // Loaded on first use: the app does not need the picture library to start.
  const { toBuffer } = await import('qrcode').then((module) => module.default);
  return toBuffer(address, PICTURE);
};

/**
 * Large enough to be scanned from a phone's screen at arm's length. Trying all five filters of PNG would take the
 * one thread three times as long; the second one (as the row above) suits rows that are alike.
 */
const PICTURE = {
  type: 'png' as const,
  width: 512,
  margin: 4,
  rendererOpts: { deflateLevel: 9, filterType: 2 },
};

/** The QR code of a link's address, as a PNG. */
export const drawQr = async (address: string): Promise<Buffer> => {
  // Loaded at the first use: the picture library is not needed to start.
  const { toBuffer } = await import('qrcode').then((module) => module.default);
  return toBuffer(address, PICTURE);
};

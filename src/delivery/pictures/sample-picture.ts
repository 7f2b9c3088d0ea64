import { drawQr } from './draw-qr.ts';

/**
 * Takes the place of a token: the one picture that anyone may see, and that belongs to no link. A rehearsal
 * uses it to find out whether Slack can reach us.
 */
export const SAMPLE = 'sample';

export const SAMPLE_FILE = `${SAMPLE}.png`;

export const drawSample = (): Promise<Buffer> => drawQr('https://pay.example.com/p/rehearsal');

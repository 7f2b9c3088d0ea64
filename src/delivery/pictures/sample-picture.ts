import { drawQr } from './draw-qr.ts';

/** In place of a token: the one picture that is everybody's, and of no link. By it a rehearsal finds out whether Slack gets here. */
export const SAMPLE = 'sample';

export const SAMPLE_FILE = `${SAMPLE}.png`;

export const drawSample = (): Promise<Buffer> => drawQr('https://pay.example.com/p/rehearsal');

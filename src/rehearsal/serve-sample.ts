import { createServer } from 'node:http';
import { drawSample, SAMPLE_FILE } from '../delivery/pictures/draw-qr.ts';

interface ServedSample {
  publicUrl: string;
  close(): Promise<void>;
}

/** Stands for the app at its public address: a recording that shows pictures from there shows them in a replay as well. */
export const serveSample = async (): Promise<ServedSample> => {
  const png = await drawSample();
  const server = createServer((request, response) => {
    if (request.url === `/pictures/${SAMPLE_FILE}`)
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    publicUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

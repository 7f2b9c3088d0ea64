import { freePort } from '../free-port.ts';
import { startApp, watchCpu } from './app-under-test.ts';
import { sendCallbacks } from './callback-load.ts';
import { LINKS, onBothEngines } from './callback-place.ts';
import { describeCpu, describeRatio, inTurn, median, ROUNDS } from './statistics.ts';

const CONNECTIONS = 64;

/** Durable callbacks per second, ours against one durable insert behind bare HTTP, alternating within one run. */
const benchOn = async (engine: 'sqlite' | 'postgres', env: Record<string, string>) => {
  const start = async (file: string) => {
    const port = await freePort(0);
    const entry = new URL(file, import.meta.url);
    return { port, ...(await startApp({ entry, port, env, readyWord: 'ready' })) };
  };
  const ours = await start('./callback-server.js');
  const bare = await start('./callback-bare-server.js');
  try {
    const measure = (app: { port: number }, round: number) =>
      sendCallbacks({ port: app.port, connections: CONNECTIONS, count: LINKS, round });
    await measure(ours, -1);
    await measure(bare, -1);
    const cpu = watchCpu({ ours, bare });
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const which of inTurn(round))
        rates[which].push(await measure(which === 'ours' ? ours : bare, round));
    const ratios = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN));
    return {
      bench: 'callback',
      engine,
      ...describeRatio(ratios),
      ...describeCpu(cpu()),
      perSecond: Math.round(median(rates.ours)),
      callbacks: ROUNDS * LINKS,
    };
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};

/** One figure per database engine. */
export const benchCallback = (print: (figure: Record<string, unknown>) => void): Promise<void> =>
  onBothEngines('callback', print, benchOn);

import { exportOnce, openClient } from './export-place.ts';

/** One export in a process of its own, for its peak of memory. */
const client = openClient(Number(process.env['SERVICE_PORT']));
const { rows } = await exportOnce(client);
await client.close();
process.stdout.write(`${JSON.stringify({ rows, peakKiB: process.resourceUsage().maxRSS })}\n`);

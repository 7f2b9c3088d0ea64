import { createSandboxService } from '../sandbox/sandbox-service.ts';

/**
 * The service in a process of its own, with as many paid links as it is told, made in the last half day until now.
 */
const rows = Number(process.env['ROWS']);
const sandbox = await createSandboxService({ port: Number(process.env['PORT']), history: 'none' });
const span = 12 * 60 * 60_000;
const start = Date.now() - span;
sandbox.seedLinks(rows, (index) => {
  const createdAt = start + Math.floor((index * span) / rows);
  return { createdAt, paidAt: createdAt + 1, amountFils: 10_000 + index };
});
process.stdout.write('ready\n');

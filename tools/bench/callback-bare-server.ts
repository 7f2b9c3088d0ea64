import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { readPlace } from './callback-place.ts';

/** The baseline: one durable insert per request, straight through the driver. */
const TABLE = 'create table bare_callbacks (address text not null, body text not null)';
const place = readPlace(process.env);

const openInsert = async (): Promise<(address: string, body: string) => Promise<unknown> | undefined> => {
  if ('databaseUrl' in place) {
    const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 10 });
    await pool.query(TABLE);
    return (address, body) => pool.query('insert into bare_callbacks values ($1, $2)', [address, body]);
  }
  const database = new Database(join(place.dataDir, 'bare.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) database.pragma(pragma);
  database.exec(TABLE);
  const statement = database.prepare('insert into bare_callbacks values (?, ?)');
  return (address, body) => void statement.run(address, body);
};

const insert = await openInsert();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  await insert(request.url ?? '', Buffer.concat(parts).toString());
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

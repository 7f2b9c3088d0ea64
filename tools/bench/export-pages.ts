import { createServer } from 'node:http';

/** A listing of any length that costs next to nothing: for what an export takes of memory, not of time. */
const total = Number(process.env['ROWS']);

const buildRow = (number: number) => ({
  transactionId: String(500_000 + number),
  orderId: String(100_000 + number),
  Invoice_Id: `BENCH-${number}`,
  FullName: 'Sample Customer',
  Email: 'customer@example.com',
  amount: 100 + (number % 900),
  currency: 'AED',
  status: 'SUCCESS',
  fee: 3.5,
  netAmount: 96.5,
  cardBrand: 'Visa',
  notes: `Sample payment ${number}`,
  createdAt: '2026-11-20 12:00:00',
});

const server = createServer((request, response) => {
  const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams;
  const size = Math.min(Number(query.get('size')), 100);
  const first = Number(query.get('page')) * size;
  const count = Math.max(0, Math.min(size, total - first));
  const content = Array.from({ length: count }, (_, index) => buildRow(first + index));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ status: 'success', message: 'ok', response: { content, totalElements: total } }),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

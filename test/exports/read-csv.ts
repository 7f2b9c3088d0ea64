/** Reads a CSV file strictly by RFC 4180: fields with or without quotes, lines that end in CRLF. Throws for others. */
export const readCsv = (text: string): string[][] => {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
      field.lastIndex = at;
      const match = field.exec(text);
      if (!match) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
      at = field.lastIndex;
      record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
      if (match[3] !== ',') break;
    }
    records.push(record);
  }
  return records;
};

/** Records by the header's titles. The byte order mark is required. */
export const readCsvTable = (bytes: Buffer): Record<string, string>[] => {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('\uFEFF')) throw new Error('no byte order mark');
  const [header = [], ...records] = readCsv(text.slice(1));
  return records.map((record) => {
    if (record.length !== header.length) throw new Error('a record of another length than the header');
    return Object.fromEntries(header.map((title, index) => [title, record[index] ?? '']));
  });
};

const known: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  csv: 'text/csv',
  txt: 'text/plain',
  pdf: 'application/pdf',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  map: 'application/json',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

export const guessMimetype = (name: string): string =>
  known[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

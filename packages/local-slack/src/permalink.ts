/** A message's permalink; a reply's includes its thread. */
export const buildPermalink = (
  baseUrl: string,
  { channel, ts, threadTs }: { channel: string; ts: string; threadTs: string | null },
): string => {
  const address = `${baseUrl}/archives/${channel}/p${ts.replace('.', '')}`;
  return threadTs === null || threadTs === ts ? address : `${address}?thread_ts=${threadTs}&cid=${channel}`;
};

/** The page location for a permalink, or null for any other path. */
export const readPermalink = (path: string, query: URLSearchParams): string | null => {
  const [, channel = '', seconds = '', micros = ''] =
    /^\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})$/.exec(path) ?? [];
  if (channel === '') return null;
  const thread = query.get('thread_ts');
  return new URLSearchParams({
    in: channel,
    at: `${seconds}.${micros}`,
    ...(thread === null ? {} : { thread }),
  }).toString();
};

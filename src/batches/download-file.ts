import type { WebClient } from '@slack/web-api';
import { request } from 'undici';
import { z } from 'zod';
import { LARGEST_FILE, TOO_LARGE } from './reading/read-lines.ts';
import { BatchFileRefused } from './reading/sheet-limits.ts';

/** A file as a form's submission names it; the addresses are missing where Slack wants to be asked for them. */
export const givenFileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().max(255).nullish(),
  size: z.number().nullish(),
  url_private_download: z.string().nullish(),
  url_private: z.string().nullish(),
});

export type GivenFile = z.infer<typeof givenFileSchema>;

/** The app was installed before it asked for files. */
export class FilesNotAllowedError extends Error {
  override name = 'FilesNotAllowedError';
}

const PATIENCE_MS = 30_000;
const infoSchema = z.object({ file: givenFileSchema });

/**
 * A file that a person gave in a form. The token goes to Slack alone, and no more than 5 MB are read, whatever is said of
 * the file. Throws `BatchFileRefused` and `FilesNotAllowedError`.
 */
export const downloadFile = async (client: WebClient, given: GivenFile): Promise<Buffer> => {
  if ((given.size ?? 0) > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
  const address =
    addressOf(given) ?? addressOf(infoSchema.parse(await client.files.info({ file: given.id })).file);
  if (address === null || !isOfSlack(address, client.slackApiUrl))
    throw new BatchFileRefused(
      'Slack did not say where the file is. Upload it from your computer and try again.',
    );
  const { statusCode, headers, body } = await request(address, {
    headers: { authorization: `Bearer ${client.token ?? ''}` },
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  // Without the scope Slack answers with the page on which people sign in.
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (statusCode !== 200 || isPage) {
    await body.dump();
    if (isPage || (statusCode >= 300 && statusCode < 400) || statusCode === 403 || statusCode === 401)
      throw new FilesNotAllowedError('Slack does not give this file to the app');
    throw new Error(`Slack answered ${statusCode} for a file`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const addressOf = ({ url_private_download: download, url_private: shown }: GivenFile): string | null =>
  download || shown || null;

/** `api`: where this app asks Slack. Slack's files are on a host below it; those of a local Slack on the same. */
function isOfSlack(address: string, api: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  const own = new URL(api);
  const isBelow = hostname === own.hostname || hostname.endsWith(`.${own.hostname}`);
  return username === '' && isBelow && protocol === own.protocol;
}

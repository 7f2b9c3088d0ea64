import type { WebClient } from '@slack/web-api';
import { request } from 'undici';
import { z } from 'zod';
import { LARGEST_FILE, TOO_LARGE } from './reading/read-lines.ts';
import { BatchFileRefused } from './reading/sheet-limits.ts';
import { type UploadedFile, uploadedFileSchema } from './uploaded-file.ts';

/** The app was installed without the scope for files. */
export class FilesNotAllowedError extends Error {
  override name = 'FilesNotAllowedError';
}

const TIMEOUT_MS = 30_000;
const infoSchema = z.object({ file: uploadedFileSchema });

/**
 * Downloads an uploaded file. Sends the token only to Slack, and reads at most 5 MB, whatever size was declared. Throws
 * `BatchFileRefused` and `FilesNotAllowedError`.
 */
export const downloadFile = async (client: WebClient, file: UploadedFile): Promise<Buffer> => {
  if ((file.size ?? 0) > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
  const address =
    addressOf(file) ?? addressOf(infoSchema.parse(await client.files.info({ file: file.id })).file);
  if (address === null || !isOfSlack(address, client.slackApiUrl))
    throw new BatchFileRefused(
      'Slack did not say where the file is. Upload it from your computer and try again.',
    );
  const { statusCode, headers, body } = await request(address, {
    headers: { authorization: `Bearer ${client.token ?? ''}` },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  // Without the scope Slack answers with its sign-in page.
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
    // Leaving the loop closes the connection.
    if (size > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const addressOf = ({ url_private_download: download, url_private: shown }: UploadedFile): string | null =>
  download || shown || null;

/** `api`: the Web API's address. Slack's files are on a subdomain of it; a local Slack's files are on the same host. */
function isOfSlack(address: string, api: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  const own = new URL(api);
  const isBelow = hostname === own.hostname || hostname.endsWith(`.${own.hostname}`);
  return username === '' && isBelow && protocol === own.protocol;
}

import { createReadStream } from 'node:fs';
import type { WebClient } from '@slack/web-api';
import { request } from 'undici';

/** Slack's file storage did not accept the bytes. */
export class UploadFailedError extends Error {
  override name = 'UploadFailedError';
}

interface UploadableFile {
  path: string;
  /** The name that people see. */
  name: string;
  /** Slack wants the length before the first byte. */
  bytes: number;
}

/** Sends a file's bytes to an address that Slack gave us; returns the status of the answer. */
export type SendBytes = (
  url: string,
  file: Pick<UploadableFile, 'path' | 'bytes'>,
  signal: AbortSignal,
) => Promise<number>;

const TIMEOUT_MS = 60_000;

/**
 * Uploads a file to Slack and returns Slack's id for it; nobody can see it yet. Streams, because the SDK's
 * own upload holds the whole file in memory. Rejects with Slack's error or `UploadFailedError`.
 */
export const uploadFile = async (
  client: WebClient,
  { path, name, bytes }: UploadableFile,
  { signal, sendBytes = sendByHttp }: { signal: AbortSignal; sendBytes?: SendBytes | undefined },
): Promise<string> => {
  const { file_id: id, upload_url: url } = await client.files.getUploadURLExternal({
    filename: name,
    length: bytes,
  });
  if (!id || !url) throw new Error('Slack gave no address for the upload');
  const status = await sendBytes(url, { path, bytes }, signal).catch((cause: unknown) => {
    throw new UploadFailedError('the upload was cut short', { cause });
  });
  if (status !== 200) throw new UploadFailedError(`the upload was answered with status ${status}`);
  return id;
};

const sendByHttp: SendBytes = async (url, { path, bytes }, signal) => {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes) },
    body: createReadStream(path),
    signal,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  await body.dump();
  return statusCode;
};

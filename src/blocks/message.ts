import type { ImageBlock, KnownBlock } from '@slack/types';

export interface Message {
  /** What a phone's notification shows and a screen reader reads out. */
  text: string;
  blocks: KnownBlock[];
}

/**
 * Where Slack gets a picture. A file is visible only to the app until a message in a conversation shares it, so a
 * window, or a message to one person, needs a URL that Slack can fetch.
 */
export type PictureSource = { fileId: string } | { url: string };

export const buildPictureBlock = (blockId: string, source: PictureSource, altText: string): ImageBlock => ({
  type: 'image',
  block_id: blockId,
  ...('url' in source ? { image_url: source.url } : { slack_file: { id: source.fileId } }),
  alt_text: altText,
});

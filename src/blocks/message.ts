import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  ImageBlock,
  KnownBlock,
  ModalView,
  PlainTextOption,
  SectionBlock,
} from '@slack/types';
import { limits } from './limits.ts';
import { cut, mrkdwn, plain } from './text.ts';

export interface Message {
  /** What a phone's notification shows and a screen reader reads out. */
  text: string;
  blocks: KnownBlock[];
}

/** A message with a table, and its plain version for when Slack refuses tables. */
export interface TwinMessage {
  rich: Message;
  plain: Message;
}

export const header = (text: string, blockId?: string): HeaderBlock => ({
  type: 'header',
  ...(blockId === undefined ? {} : { block_id: blockId }),
  text: plain(text, limits.header),
});

/** `text` is mrkdwn. */
export const section = (text: string, blockId?: string): SectionBlock => ({
  type: 'section',
  ...(blockId === undefined ? {} : { block_id: blockId }),
  text: mrkdwn(text),
});

/** `text` is mrkdwn. */
export const context = (text: string, blockId?: string): ContextBlock => ({
  type: 'context',
  ...(blockId === undefined ? {} : { block_id: blockId }),
  elements: [mrkdwn(text)],
});

export const actions = (blockId: string, elements: ActionsBlock['elements']): ActionsBlock => ({
  type: 'actions',
  block_id: blockId,
  elements,
});

export const modal = (
  callbackId: string,
  { title, submit, close, metadata }: { title: string; submit?: string; close: string; metadata?: string },
  blocks: KnownBlock[],
): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  ...(metadata === undefined ? {} : { private_metadata: metadata }),
  title: plain(title, limits.view.title),
  ...(submit === undefined ? {} : { submit: plain(submit, limits.view.submit) }),
  close: plain(close, limits.view.close),
  blocks,
});

/** `text` is mrkdwn; a notification shows it without its marks. */
export const buildMessage = (text: string, blocks: KnownBlock[] = [section(text)]): Message => ({
  text: cut(text.replaceAll(/[*`]/g, ''), limits.section.text),
  blocks,
});

/** A small window shown while its contents load. */
export interface Waiting {
  callbackId: string;
  title: string;
}

export const buildWaiting = (waiting: Waiting): ModalView => buildNotice(waiting, '⏳ Getting ready…');

/** Replaces a waiting window that has nothing to show. `words`: the reason, in mrkdwn. */
export const buildNotice = ({ callbackId, title }: Waiting, words: string): ModalView =>
  modal(callbackId, { title, close: 'Close' }, [section(words)]);

/** Between the parts of what a button or a choice of a ⋯ menu carries: of a choice, first the action that it stands for. */
export const MENU_SEPARATOR = ':';

export const buildOption = (value: string, text: string, description?: string): PlainTextOption => ({
  text: plain(text, limits.option.text),
  value,
  ...(description === undefined ? {} : { description: plain(description, limits.option.description) }),
});

/** `value`: an id or a pointer, never data. `label`: what a screen reader says, if the text alone does not. */
export const buildButton = (value: string, actionId: string, text: string, label?: string): Button => ({
  type: 'button',
  action_id: actionId,
  text: plain(text, limits.button.text),
  value,
  ...(label === undefined ? {} : { accessibility_label: cut(label, limits.button.accessibilityLabel) }),
});

/** Asked after a press, before the button does anything. Slack shows no marks in it: slackapi/node-slack-sdk#1612. */
export const confirmation = (
  title: string,
  text: string,
  [confirm, deny]: [confirm: string, deny: string],
  style?: 'danger',
): ConfirmationDialog => ({
  title: plain(title, limits.confirm.title),
  text: plain(text, limits.confirm.text),
  confirm: plain(confirm, limits.confirm.button),
  deny: plain(deny, limits.confirm.button),
  ...(style && { style }),
});

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

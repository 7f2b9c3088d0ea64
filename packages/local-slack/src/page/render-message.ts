import { findEmoji } from './emoji.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { formatAgo, formatDateTokens, formatTime } from './format-date.ts';
import type { FileRef, Message, Person } from './page-api.ts';
import { messageScope } from './page-state.ts';
import { readRecords } from './read-json.ts';
import { renderAttachment } from './render-attachment.ts';
import { renderBlocks } from './render-blocks.ts';
import type { RenderContext } from './render-context.ts';
import { safePicture } from './render-link.ts';
import { renderMrkdwn } from './render-mrkdwn.ts';
import { renderAvatar } from './render-person.ts';

export const messageTime = (ts: string): number => Number(ts.split('.')[0]) * 1000;

const renderFile = (file: FileRef): string => {
  const src = safePicture(file.url);
  if (src === null) return `<div class="file">${escapeHtml(file.title)}</div>`;
  if (file.mimetype.startsWith('image/')) {
    const label = `Enlarge: ${file.altText || file.title}`;
    return `<figure class="file-picture"><figcaption>${escapeHtml(file.title)}</figcaption><button${buildAttributes({ type: 'button', class: 'picture picture-large', 'data-enlarge': src, 'aria-label': label })}><img${buildAttributes({ src, alt: file.altText || file.title })}></button></figure>`;
  }
  return `<a${buildAttributes({ class: 'file', href: src, download: file.title })}><span class="file-sign" aria-hidden="true">📄</span><span><b>${escapeHtml(file.title)}</b><small>${escapeHtml(file.mimetype)} · download</small></span></a>`;
};

const renderReplies = (replies: Message[], ts: string, context: RenderContext): string => {
  const last = replies.at(-1);
  if (!last) return '';
  const authors = [...new Set(replies.map((one) => one.user))].slice(0, 3);
  const avatars = authors.map((id) =>
    renderAvatar(
      context.people.find((one) => one.id === id),
      'small',
    ),
  );
  const count = replies.length === 1 ? '1 reply' : `${replies.length} replies`;
  return `<button${buildAttributes({ type: 'button', class: 'replies', 'data-thread': ts, 'data-testid': 'replies' })}>${avatars.join('')}<b>${count}</b><span class="faint">Last reply ${escapeHtml(formatAgo(messageTime(last.ts), context.now))}</span></button>`;
};

const renderReactions = ({ reactions = [] }: Message): string =>
  reactions.length === 0
    ? ''
    : `<div class="reactions">${reactions.map(({ name, users }) => `<span class="reaction" title="${escapeHtml(`:${name}:`)}">${escapeHtml(findEmoji(name) ?? `:${name}:`)} ${users.length}</span>`).join('')}</div>`;

const renderName = (person: Person | undefined, id: string): string => {
  const badge = person?.isBot ? ' <span class="badge">APP</span>' : '';
  const guest = person?.isExternal
    ? ` <span class="badge badge-guest">${escapeHtml(person.teamId)}</span>`
    : '';
  return `<b class="author">${escapeHtml(person?.realName ?? id)}</b>${badge}${guest}`;
};

export interface MessageLook {
  /** Follows a message by the same author: shown without a header. */
  isContinued: boolean;
  /** Empty if there are none or they are not shown. */
  replies: Message[];
  /** Whether a thread can be opened from here. */
  hasThread: boolean;
}

const renderBroadcastNote = (thread: string, { hasThread }: MessageLook): string =>
  hasThread
    ? `<button${buildAttributes({ type: 'button', class: 'broadcast-of', 'data-thread': thread })}>replied to a thread</button>`
    : '<div class="faint">Also sent to the channel</div>';

export const renderMessage = (message: Message, look: MessageLook, context: RenderContext): string => {
  const { ts, user } = message;
  const person = context.people.find((one) => one.id === user);
  const at = messageTime(ts);
  const time = formatTime(at, context.timeZone);
  const full = formatDateTokens('{date_long} at {time_secs}', at / 1000, context);
  const edited = message.editedAt === null ? '' : ' <span class="edited">(edited)</span>';
  const isEphemeral = message.ephemeralTo !== null;
  const thread = message.isBroadcast ? (message.threadTs ?? ts) : ts;
  const blocks = message.blocks ?? [];
  const attachments = readRecords(message.attachments);
  const body =
    blocks.length > 0
      ? renderBlocks(blocks, context)
      : message.text === '' && message.files.length + attachments.length > 0
        ? ''
        : `<div class="words">${renderMrkdwn(message.text, context)}${edited}</div>`;
  const stamp = `<time${buildAttributes({ datetime: new Date(at).toISOString(), title: full })}>${time}</time>`;
  const head = look.isContinued ? '' : `<div class="message-head">${renderName(person, user)} ${stamp}</div>`;
  const tools = [
    ...(look.hasThread
      ? [
          `<button${buildAttributes({ type: 'button', 'data-thread': thread, 'aria-label': 'Reply in thread' })}>💬 Reply</button>`,
        ]
      : []),
    ...(isEphemeral ? [] : context.messageShortcuts).map(
      ({ name, callbackId, description }) =>
        `<button${buildAttributes({ type: 'button', 'data-shortcut': callbackId, 'data-shortcut-channel': message.channel, 'data-shortcut-ts': ts, title: description })}>⋯ ${escapeHtml(name)}</button>`,
    ),
  ].join('');
  return [
    `<article${buildAttributes({
      class: `message${look.isContinued ? ' message-continued' : ''}${isEphemeral ? ' message-ephemeral' : ''}`,
      'data-key': `m${message.channel}${ts}`,
      'data-ts': ts,
      'data-testid': 'message',
      'data-scope': messageScope(message),
      'data-ephemeral': isEphemeral ? 'true' : null,
    })}>`,
    `<div class="gutter">${look.isContinued ? stamp : renderAvatar(person)}</div><div class="message-body">`,
    isEphemeral ? '<div class="only-you">👁 Only visible to you</div>' : '',
    head,
    message.isBroadcast ? renderBroadcastNote(thread, look) : '',
    body,
    attachments.map((one) => renderAttachment(one, context)).join(''),
    message.files.map(renderFile).join(''),
    renderReactions(message),
    renderReplies(look.replies, ts, context),
    `</div>${tools === '' ? '' : `<div class="message-tools">${tools}</div>`}</article>`,
  ].join('');
};

import { readOrigin } from './read-origin.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** In place of a `response_url` that Slack left out: what goes there becomes a direct message. */
const NO_RESPONSE_URL = 'https://no-response-url.invalid/';

/** Whom an answer without a `response_url` goes to; null: there is one. */
export const readDirectAddress = (url: string): { teamId: string; userId: string } | null => {
  if (!url.startsWith(NO_RESPONSE_URL)) return null;
  const [teamId = '', userId = ''] = url.slice(NO_RESPONSE_URL.length).split('/').map(decodeURIComponent);
  return { teamId, userId };
};

const fill = (fields: Fields, name: string, value: string): Fields =>
  typeof fields[name] === 'string' ? fields : { ...fields, [name]: value };

const fillUrl = (body: Fields): Fields => {
  const { teamId, userId } = readOrigin(body);
  if (teamId === null || userId === null) return body;
  const address = [teamId, userId].map(encodeURIComponent).join('/');
  return fill(body, 'response_url', `${NO_RESPONSE_URL}${address}`);
};

/** A request with the fields that Slack may leave out and that Paylink can do without. */
export const completeBody = (body: Fields): Fields => {
  if (typeof body['command'] === 'string')
    return fillUrl(fill(fill(fill(body, 'text', ''), 'channel_name', ''), 'user_name', ''));
  const { user, channel, container } = body;
  const named = {
    ...body,
    ...(isFields(user) && { user: fill(user, 'name', String(user['username'] ?? user['id'] ?? '')) }),
    ...(isFields(channel) && { channel: fill(channel, 'name', '') }),
  };
  const isInMessage =
    body['type'] === 'message_action' || (isFields(container) && container['type'] === 'message');
  return isInMessage ? fillUrl(named) : named;
};

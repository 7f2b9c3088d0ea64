import type { Conversation } from './page-api.ts';
import { type JsonRecord, readList } from './read-json.ts';

const KIND_NAMES = { public: 'public', private: 'private', dm: 'im', direct: 'im', group: 'mpim' } as const;

/** Whether a `conversations_select` with this filter offers the conversation; without one it offers all. */
export const fitsFilter = (place: Conversation, filter: JsonRecord): boolean => {
  const include = readList(filter['include']);
  if (include.length > 0 && !include.includes(KIND_NAMES[place.kind])) return false;
  if (filter['exclude_external_shared_channels'] === true && place.isExtShared) return false;
  return !(filter['exclude_bot_users'] === true && place.kind === 'dm');
};

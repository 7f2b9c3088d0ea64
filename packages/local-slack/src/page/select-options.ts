import type { Conversation, Person } from './page-api.ts';
import { type JsonRecord, readList, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { plainWords } from './render-mrkdwn.ts';
import { nameConversation } from './render-place.ts';

const KIND_NAMES = { public: 'public', private: 'private', dm: 'im', direct: 'im', group: 'mpim' } as const;

/** Whether a `conversations_select` with this filter offers the conversation; without one it offers all. */
export const fitsFilter = (place: Conversation, filter: JsonRecord): boolean => {
  const include = readList(filter['include']);
  if (include.length > 0 && !include.includes(KIND_NAMES[place.kind])) return false;
  if (filter['exclude_external_shared_channels'] === true && place.isExtShared) return false;
  return !(filter['exclude_bot_users'] === true && place.kind === 'dm');
};

export interface SelectOption {
  value: string;
  text: string;
  note: string;
  /** Heading of its group. */
  group: string;
}

const fromObject = (option: JsonRecord, group: string): SelectOption => ({
  value: readText(option['value']),
  text: plainWords(option['text']),
  note: plainWords(option['description']),
  group,
});

const fromPerson = ({ id, realName, isExternal }: Person): SelectOption => ({
  value: id,
  text: isExternal ? `${realName} (guest)` : realName,
  note: '',
  group: '',
});

const SIGNS = { public: '# ', private: '🔒 ', dm: '', direct: '', group: '' } as const;

const fromConversation = (place: Conversation, context: RenderContext): SelectOption => ({
  value: place.id,
  text: `${SIGNS[place.kind]}${nameConversation(place, context)}${place.kind === 'dm' ? ' (direct message)' : ''}`,
  note: '',
  group: '',
});

/** The options of every select except external ones. */
export const listSelectOptions = (element: JsonRecord, context: RenderContext): SelectOption[] => {
  const type = readText(element['type']).replace('multi_', '');
  if (type === 'users_select') return context.people.map(fromPerson);
  if (type === 'channels_select')
    return context.conversations
      .filter(({ kind }) => kind === 'public')
      .map((place) => fromConversation(place, context));
  if (type === 'conversations_select') {
    const filter = readRecord(element['filter']);
    return context.conversations
      .filter((place) => fitsFilter(place, filter))
      .map((place) => fromConversation(place, context));
  }
  return [
    ...readRecords(element['options']).map((option) => fromObject(option, '')),
    ...readRecords(element['option_groups']).flatMap((group) =>
      readRecords(group['options']).map((option) => fromObject(option, plainWords(group['label']))),
    ),
  ];
};

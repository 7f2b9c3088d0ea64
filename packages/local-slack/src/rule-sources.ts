import { limits } from './limits.ts';
import type { BrokenRule } from './page/page-api.ts';
import { isRecord, type JsonRecord, parseJson, readText } from './page/read-json.ts';

const DOCS = 'https://docs.slack.dev';
const BLOCKS = `${DOCS}/reference/block-kit/blocks`;
const ELEMENTS = `${DOCS}/reference/block-kit/block-elements`;
const OBJECTS = `${DOCS}/reference/block-kit/composition-objects`;
const VIEWS = `${DOCS}/reference/views`;
const INTERACTION = `${DOCS}/interactivity/handling-user-interaction`;
const METADATA = `${DOCS}/messaging/message-metadata`;

const inThread = (thread: string): string => `seen: https://github.com/slackapi/${thread}`;
/** No source says it, but it follows from the rest. */
const INFERRED = 'inferred: no page of Slack’s says it';

/** A rule by the error code with which Slack answers what breaks it; a `source` of its own where it is not the method’s page. */
const CODES: Record<string, { rule: string; source?: string }> = {
  cannot_reply_to_message: { rule: 'no thread begins with this message', source: INFERRED },
  channel_not_found: {
    rule: 'a conversation that the app is not in does not exist for it, unless it is public',
  },
  exchanged_trigger_id: { rule: 'a trigger opens one view', source: INTERACTION },
  expired_trigger_id: {
    rule: `a trigger lives ${limits.answerSeconds} seconds from the click`,
    source: INTERACTION,
  },
  access_denied: { rule: 'a run of a step is ended by its own app, with its own token' },
  execution_not_in_running_state: { rule: 'a run of a step ends once' },
  function_execution_not_found: { rule: 'there is no run of a step with this id' },
  parameter_validation_failed: { rule: 'the outputs are those of the manifest' },
  expired_url: {
    rule: `a response_url takes posts for ${limits.responseUrl.minutes} minutes`,
    source: INTERACTION,
  },
  hash_conflict: { rule: 'the view has changed since this hash' },
  markdown_text_conflict: { rule: 'markdown_text goes without text and blocks' },
  metadata_too_large: { rule: `metadata of at most ${limits.message.metadata} bytes`, source: INFERRED },
  invalid_metadata_format: { rule: 'metadata is an object', source: METADATA },
  invalid_metadata_schema: {
    rule: 'metadata has an event_type, and an event_payload of plain values, flat objects and lists of those',
    source: METADATA,
  },
  missing_scope: { rule: 'the token needs one of the scopes in `needed`' },
  msg_blocks_too_long: {
    rule: `all text of all blocks together: ${limits.message.blocksText} characters`,
    source: inThread('bolt-js/issues/2867'),
  },
  msg_too_long: {
    rule: `text of at most ${limits.message.textOfUpdate} characters, markdown_text of at most ${limits.message.markdown}`,
  },
  no_text: { rule: 'a message needs text, blocks or attachments' },
  not_in_channel: { rule: 'the app writes only where it is a member, unless it has chat:write.public' },
  push_limit_reached: { rule: `at most ${limits.view.stack} views on each other`, source: VIEWS },
  ratelimited: {
    rule: 'calls of a method in a minute, and one post a second in a channel',
    source: `${DOCS}/apis/web-api/rate-limits`,
  },
  too_many_attachments: { rule: `at most ${limits.message.attachments} attachments` },
  unknown_method: { rule: 'the local Slack has no such method', source: `${DOCS}/reference/methods` },
  used_url: { rule: `a response_url takes ${limits.responseUrl.uses} posts`, source: INTERACTION },
  user_not_in_channel: { rule: 'an ephemeral message reaches only members of the conversation' },
  view_too_large: { rule: `a view of at most ${limits.view.bytes} bytes of JSON` },
};

/** Details whose source is not the page of the block or element that they name. */
const DETAILS: readonly [RegExp, source: string][] = [
  [/invalid slack file/, inThread('java-slack-sdk/issues/1349')],
  [/downloading image failed/, inThread('python-slack-sdk/issues/1782')],
  [/must be of one option group/, inThread('python-slack-sdk/issues/974')],
  [/initial|timezone|unique values|invalid user/, INFERRED],
  [/unknown argument/, ''],
];

const OBJECT_PAGES: Record<string, string> = {
  confirm: `${OBJECTS}/confirmation-dialog-object`,
  options: `${OBJECTS}/option-object`,
  option_groups: `${OBJECTS}/option-group-object`,
  filter: `${OBJECTS}/conversation-filter-object`,
  slack_file: `${OBJECTS}/slack-file-object`,
};

/** Pages of elements that are not called after the type. */
const ELEMENT_PAGES: readonly [RegExp, page: string][] = [
  [/^multi_.*select$/, 'multi-select-menu'],
  [/^.*_select$/, 'select-menu'],
  [/^overflow$/, 'overflow-menu'],
  [/^radio_buttons$/, 'radio-button-group'],
  [/^datepicker$/, 'date-picker'],
  [/^datetimepicker$/, 'datetime-picker'],
  [/^timepicker$/, 'time-picker'],
  [/^(email|url)_text_input$/, '$1-input'],
];

const isBlock = (parent: string): boolean => /^(blocks|child_blocks)$/.test(parent);

const pageOf = (type: string, parent: string): string | null => {
  if (type === 'modal' || type === 'home') return `${VIEWS}/${type === 'modal' ? 'modal' : 'home-tab'}-views`;
  // The page of the part that has a text says how long it may be.
  if (type === 'mrkdwn' || type === 'plain_text') return null;
  if (isBlock(parent)) return `${BLOCKS}/${type.replaceAll('_', '-')}-block`;
  if (!['elements', 'element', 'accessory'].includes(parent) || type.startsWith('rich_text_')) return null;
  const [pattern, named = ''] = ELEMENT_PAGES.find(([one]) => one.test(type)) ?? [];
  const name = pattern === undefined ? type.replaceAll('_', '-') : type.replace(pattern, named);
  return `${ELEMENTS}/${name}-element`;
};

/** The reference page of the innermost block, element or object that this pointer leads to. */
export const findPage = (args: JsonRecord, pointer: string): string | null => {
  let page: string | null = null;
  let parent = '';
  let value: unknown = args;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value === 'string') value = parseJson(value);
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined;
    if (!/^\d+$/.test(step)) {
      parent = step;
      page = OBJECT_PAGES[step] ?? page;
    }
    if (isRecord(value)) page = pageOf(readText(value['type']), parent) ?? page;
  }
  return page;
};

const methodPage = (method: string): string =>
  method === 'response_url' ? INTERACTION : `${DOCS}/reference/methods/${method}`;

const readDetails = (answer: JsonRecord): string[] => {
  const { response_metadata: metadata } = answer;
  const said = isRecord(metadata) ? metadata['messages'] : undefined;
  return Array.isArray(said) ? said.map((one) => readText(one).replace(/^\[ERROR\] /, '')) : [];
};

/** The rules for which an answer refuses a call, each with its source; none for a success. */
export const explainRefusal = (method: string, args: JsonRecord, answer: unknown): BrokenRule[] => {
  if (!isRecord(answer) || answer['ok'] !== false) return [];
  const code = readText(answer['error']);
  const known = CODES[code];
  const page = known?.source ?? methodPage(method);
  const details = readDetails(answer).map((detail) => {
    const [, pointer = ''] = /\[json-pointer:(.*)\]$/.exec(detail) ?? [];
    const own = DETAILS.find(([pattern]) => pattern.test(detail))?.[1];
    return { rule: detail, source: own || findPage(args, pointer) || page };
  });
  return details.length > 0 ? details : [{ rule: known?.rule ?? code, source: page }];
};

import { type BlockFault, checkMessageBlocks, checkView } from '../check-blocks.ts';
import { isRecord, type JsonRecord, readList } from '../parse-json.ts';
import { listThatCount } from '../receive-content.ts';
import { fail, type Method } from './method.ts';

const GIVEN = ['blocks', 'message', 'view'] as const;

const checkMessage = (message: unknown): BlockFault[] =>
  isRecord(message)
    ? [
        ...checkMessageBlocks(message['blocks'] ?? []),
        ...readList(message['attachments']).flatMap((one) =>
          isRecord(one) && one['blocks'] !== undefined ? checkMessageBlocks(one['blocks']) : [],
        ),
      ]
    : [{ pointer: '/message', message: 'must provide an object' }];

/** Slack's own schema of these: it knows no workspace, so that no file and no channel is looked up. */
const validate: Method = (args, world) => {
  const given = GIVEN.filter((name) => args[name] !== undefined && args[name] !== '');
  const [what] = given;
  if (what === undefined || given.length > 1) return fail('invalid_arguments');
  const value = args[what];
  const faults = listThatCount(
    what === 'view' ? checkView(value) : what === 'message' ? checkMessage(value) : checkMessageBlocks(value),
    world,
  );
  return faults.length === 0 ? { ok: true } : refuse(faults);
};

/** As `BlocksValidateResponse` of `@slack/web-api` has it. */
const refuse = (faults: BlockFault[]): JsonRecord => ({
  ok: false,
  error: 'invalid_blocks',
  errors: faults.map(({ pointer, message }) => ({ code: 'invalid_blocks', pointer, message })),
  response_metadata: {
    messages: faults.map(({ pointer, message }) => `[ERROR] ${message} [json-pointer:${pointer}]`),
  },
});

export const validateMethods: Record<string, Method> = { 'blocks.validate': validate };

import { expect, test } from 'vitest';
import type { ApiCall } from '../packages/local-slack/src/local-slack-api.ts';
import { findBreaches, type Surroundings } from './fixtures/invariants.ts';

const refused = (error: string, { isFault = false, needed = '' } = {}): ApiCall => ({
  method: 'views.open',
  args: {},
  answer: { ok: false, error, needed },
  status: 200,
  isFault,
});
const sent = (text: string): ApiCall => ({
  method: 'chat.postMessage',
  args: { blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] },
  answer: { ok: true },
  status: 200,
  isFault: false,
});

/** A workspace of NORTH beside one of SOUTH, with a link for Zaynab. */
const places = (...calls: ApiCall[]): Surroundings[] =>
  [
    { team: 'T0NORTH', calls },
    { team: 'T0SOUTH', calls: [] },
  ].map(({ team, calls: made }) => ({
    slack: {
      team: { id: team } as Surroundings['slack']['team'],
      signingSecret: `s-${team}`,
      calls: () => made,
    },
    service: {
      requests: [
        { operation: 'generate', body: { FullName: 'Zaynab *Q*', Phone: '+971559871234' } },
      ] as unknown as Surroundings['service']['requests'],
    },
  }));

test.each<[string, Surroundings[], string[], RegExp | null]>([
  ['what Slack takes', places(sent('Zaynab ∗Q∗')), ['{"msg":"link issued"}'], null],
  ['a refusal that a test planned', places(refused('invalid_blocks', { isFault: true })), [], null],
  ['what is no mistake of ours', places(refused('channel_not_found')), [], null],
  [
    'blocks that Slack refuses',
    places(refused('invalid_blocks')),
    [],
    /refused views\.open: .*invalid_blocks/,
  ],
  ['a window that comes too late', places(refused('expired_trigger_id')), [], /expired_trigger_id/],
  [
    'a permission that the manifest lacks',
    places(refused('missing_scope', { needed: 'admin' })),
    [],
    /missing_scope/,
  ],
  [
    'one that a workspace did not grant',
    places(refused('missing_scope', { needed: 'chat:write' })),
    [],
    null,
  ],
  ['typed text that Slack draws', places(sent('for Zaynab *Q*')), [], /draw marks in “Zaynab \*Q\*”/],
  ['another workspace’s id', places(sent('see T0SOUTH')), [], /T0NORTH was told of T0SOUTH/],
  ['a customer in the log', places(), ['{"msg":"x","to":"0559871234"}'], /logged: “559871234”/],
  ['a secret in the log', places(), ['{"msg":"s-T0NORTH"}'], /logged: “s-T0NORTH”/],
])('the end of a scene looks at %s', (_, around, log, breach) => {
  const breaches = findBreaches(around, log);
  if (breach === null) expect(breaches).toEqual([]);
  else expect(breaches.join('\n')).toMatch(breach);
});

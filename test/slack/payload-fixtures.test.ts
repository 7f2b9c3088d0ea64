import { describe, expect, test } from 'vitest';
import { parseActionPlace } from '../../src/slack/button.ts';
import { readOrigin } from '../../src/slack/read-origin.ts';
import { COMMANDS } from '../fixtures/slack/commands.ts';
import { EVENTS } from '../fixtures/slack/events.ts';
import { INTERACTIONS } from '../fixtures/slack/interactions.ts';

describe.each([
  ['commands', COMMANDS],
  ['interactions', INTERACTIONS],
  ['events', EVENTS],
])('%s from Slack’s samples', (_kind, payloads) => {
  test.each(payloads.map((one) => [one.title, one] as const))('%s', (_title, { body, origin }) => {
    expect(readOrigin(body)).toEqual(origin);
  });
});

test('a person who presses in another workspace’s channel is an outsider, whichever workspace Slack names', () => {
  for (const { body, origin, title } of INTERACTIONS) {
    if (body['type'] !== 'block_actions') continue;
    const place = parseActionPlace(body, { value: 'lnk_1' });
    expect(place, title).toMatchObject({ teamId: origin.teamId, userId: origin.userId });
    expect(place.isOutsider, title).toBe(origin.hostTeamId !== origin.teamId);
  }
});

test('a body that is not Slack’s belongs to nobody', () => {
  for (const body of [null, 'x', {}, { team: 'T1' }, { user: { team_id: 7 } }])
    expect(readOrigin(body)).toMatchObject({ teamId: null, userId: null });
});

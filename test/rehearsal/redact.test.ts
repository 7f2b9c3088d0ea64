// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/rehearsal/redact.ts';

const hide = () => createRedactor({ publicUrl: 'https://paylink.shop.example' });

test('the same id, time or address has the same placeholder everywhere', () => {
  const redactor = hide();
  redactor.name('C024BE91L', 'channel');
  const request = redactor.redactRequest({ channel: 'C024BE91L', text: '<@U024BE7LH> in <#C024BE91L>' });
  expect(request).toEqual({ channel: '{channel}', text: '<@{user-1}> in <#{channel}>' });
  expect(
    redactor.redactAnswer({
      ok: true,
      ts: '1503435956.000247',
      message: { user: 'U024BE7LH', ts: '1503435956.000247', blocks: [{ type: 'x', text: '<@U024BE7LH>' }] },
    }),
  ).toEqual({
    ok: true,
    ts: '{ts-1}',
    message: { user: '{user-1}', ts: '{ts-1}', blocks: [{ type: 'x', text: '<@{user-1}>' }] },
  });
});

test('only placeholders are left of people and places in Slack’s answers', () => {
  const answer = hide().redactAnswer({
    ok: true,
    url: 'https://shop.slack.com/',
    team: 'Corner Shop',
    team_id: 'TABCDEFGH',
    user: 'paylink',
    real_name: 'Sara Haddad',
    upload_url: 'https://files.slack.com/upload/v1/ABC123secret',
    message: {
      text: 'Hello',
      username: 'Sara',
      bot_profile: { name: 'Paylink', icons: { image_36: 'https://a.slack-edge.com/1.png' } },
    },
    files: [{ shares: { public: { C024BE91L: [{ ts: '1503435956.000247' }] } } }],
    note: 'sara@shop.ae said TABCDEFGH and xoxb-123-abc',
  });
  const all = JSON.stringify(answer);
  expect(all).not.toMatch(
    /C024BE91L|Shop|Sara|Haddad|paylink|TABCDEFGH|xoxb|slack\.com|slack-edge|secret|Hello/i,
  );
  expect(answer).toMatchObject({ ok: true, team_id: '{team-1}', upload_url: '{url-2}', user: '{text}' });
});

test('made-up addresses stay, our own host and tokens do not', () => {
  const redactor = hide();
  expect(
    redactor.redactRequest({
      blocks: [
        { url: 'https://pay.example.com/p/1', image_url: 'https://paylink.shop.example/pictures/abc.png' },
      ],
      text: 'xoxb-1-2 and xapp-1-A to sara@shop.ae',
    }),
  ).toEqual({
    blocks: [{ url: 'https://pay.example.com/p/1', image_url: '{public-url}/pictures/abc.png' }],
    text: '{token} and {token} to {e-mail}',
  });
});

test('no person’s id survives, whatever surrounds it', () => {
  const id = fc.stringMatching(/^U0[A-Z0-9]{7,9}$/);
  fc.assert(
    fc.property(id, fc.string(), fc.string(), (person, before, after) => {
      const redactor = hide();
      const all = JSON.stringify([
        redactor.redactAnswer({ user: person }),
        redactor.redactRequest({ text: `${before} <@${person}> ${after}` }),
        redactor.redactAnswer({ message: { blocks: [{ text: `${before} <@${person}> ${after}` }] } }),
      ]);
      expect(all).not.toContain(person);
    }),
  );
});

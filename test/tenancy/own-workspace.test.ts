// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import { OF_ALL } from '../../src/store/job.ts';
import { createOwnWorkspace } from '../../src/tenancy/admission.ts';
import { hearResponses } from '../fixtures/hear-responses.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { postAsSlack, type SlackPost } from '../fixtures/post-as-slack.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const STRANGER = 'T404';
const SORRY = /this Paylink belongs to another Slack workspace, so it did nothing/;

describe('requests of another workspace, signed with this one’s secret', () => {
  let scene: Scene;
  let responses: Awaited<ReturnType<typeof hearResponses>>;

  beforeAll(async () => {
    responses = await hearResponses();
    scene = await startScene();
  });

  afterAll(async () => {
    await scene.close();
    await responses.close();
  });

  const person = { id: 'U404', team_id: STRANGER, username: 'eve', name: 'eve' };
  const team = { id: STRANGER, domain: 'elsewhere' };
  const command = (text: string) => ({
    command: {
      command: '/paylink',
      text,
      team_id: STRANGER,
      user_id: 'U404',
      user_name: 'eve',
      channel_id: 'C404',
      trigger_id: '1.2.3',
      response_url: responses.url,
    },
  });

  const send = async (post: SlackPost) => {
    const before = {
      slack: scene.slack.calls().length,
      service: scene.sandbox.requests.length,
      lines: scene.logLines.length,
      heard: responses.heard.length,
    };
    const answer = await postAsSlack(
      { appUrl: scene.appUrl, signingSecret: scene.slack.signingSecret },
      post,
    );
    return {
      answer,
      calls: scene.slack.calls().slice(before.slack),
      asked: scene.sandbox.requests.slice(before.service),
      lines: scene.logLines.slice(before.lines).filter((line) => line.includes('request not served')),
      heard: responses.heard.slice(before.heard),
    };
  };

  const nothing = { calls: [], asked: [], lines: [expect.stringContaining(STRANGER)] };

  test.each(['transactions', '250 Sara', 'business', 'audit', 'daily on 21:00', ''])(
    'a command is refused in its answer: %j',
    async (text) => {
      const seen = await send(command(text));
      expect(seen).toMatchObject({ ...nothing, answer: { status: 200 } });
      expect(seen.answer.text).toMatch(SORRY);
      expect(seen.heard).toEqual([]);
    },
  );

  test('a form is refused in its modal, even if the app of this workspace opened it', async () => {
    for (const view of [{}, { app_installed_team_id: scene.slack.team.id }]) {
      const seen = await send({
        payload: {
          type: 'view_submission',
          team,
          user: person,
          view: {
            id: 'V1',
            callback_id: 'report_form',
            private_metadata: '',
            state: { values: {} },
            ...view,
          },
        },
      });
      expect(seen).toMatchObject(nothing);
      expect(JSON.parse(seen.answer.text)).toMatchObject({ response_action: 'update' });
      expect(seen.answer.text).toMatch(SORRY);
    }
  });

  test('a press is refused, and the person sees why', async () => {
    const seen = await send({
      payload: {
        type: 'block_actions',
        team,
        user: person,
        trigger_id: '1.2.3',
        response_url: responses.url,
        channel: { id: 'C404', name: 'x' },
        actions: [{ type: 'button', action_id: 'home_report', block_id: 'b', value: 'x', action_ts: '1.2' }],
      },
    });
    expect(seen).toMatchObject(nothing);
    await expect.poll(() => JSON.stringify(responses.heard)).toMatch(SORRY);
  });

  test('an event is ignored, and none of these requests writes a row', async () => {
    const seen = await send({
      event: {
        type: 'event_callback',
        team_id: STRANGER,
        authorizations: [{ team_id: STRANGER, enterprise_id: null, is_enterprise_install: false }],
        event: { type: 'app_home_opened', user: 'U404', tab: 'home', channel: 'D404', event_ts: '1.2' },
      },
    });
    expect(seen).toMatchObject(nothing);
    const tables = await openTables(scene.database.place);
    for (const table of ['audit_entries', 'schedules', 'links']) expect(await tables.rows(table)).toEqual([]);
    expect((await tables.rows('jobs')).filter(({ team_id }) => team_id !== OF_ALL)).toEqual([]);
    await tables.close();
  });

  test('a form of somebody whose name Slack gives with another workspace of the organisation is taken', async () => {
    const { id } = scene.slack.team;
    const option = (value: string) => ({ selected_option: { value } });
    const fields = {
      kind: option('links'),
      from_day: { selected_date: '2026-11-02' },
      to_day: { selected_date: '2026-11-01' },
      place: { selected_conversation: FRONT_DESK },
    };
    const { answer } = await send({
      payload: {
        type: 'view_submission',
        team: { id, domain: 'play', enterprise_id: 'E1', enterprise_name: 'Org' },
        enterprise: { id: 'E1', name: 'Org' },
        user: { ...person, id: SARA },
        view: {
          id: 'V1',
          team_id: id,
          callback_id: 'report_form',
          private_metadata: '',
          state: {
            values: Object.fromEntries(
              Object.entries(fields).map(([name, value]) => [name, { [name]: value }]),
            ),
          },
        },
      },
    });
    expect(JSON.parse(answer.text)).toEqual({
      response_action: 'errors',
      errors: { to_day: expect.any(String) },
    });
  });

  test('the workspace’s own people are served', async () => {
    await scene.slack.command(SARA, FRONT_DESK, '/paylink', '250 Sara');
    await scene.slack.until(() => scene.slack.topModal(SARA));
  });
});

describe('the owner of the token', () => {
  const open = (answer: object) =>
    createOwnWorkspace({
      meta: { claim: async (_, value) => value },
      authTest: async () => answer,
      clock: createManualClock(0),
      random: () => 0,
      log: SILENT,
    });

  test('a workspace’s token, in an organisation or not, serves only that workspace', async () => {
    const inGrid = { enterprise_id: 'E1', is_enterprise_install: false };
    for (const place of [{}, inGrid]) {
      const own = open({ ok: true, team_id: 'T1', ...place });
      await own.start();
      expect(await Promise.all(['T1', 'T2', 'E1', undefined].map(own.judge))).toEqual([
        'served',
        ...['stranger', 'stranger', 'stranger'],
      ]);
    }
  });

  test('an organisation’s token ends the start, with what to do instead', async () => {
    const own = open({ ok: true, team_id: 'E1', enterprise_id: 'E1', is_enterprise_install: true });
    await expect(own.start()).rejects.toThrow(/install the app in that workspace/);
    expect(own.served()).toBeNull();
  });

  test('nobody is served until Slack has named the owner, after any number of tries', async () => {
    const clock = createManualClock(0);
    const lines: string[] = [];
    let asked = 0;
    const own = createOwnWorkspace({
      meta: { claim: async (_, value) => value },
      authTest: async () => {
        asked += 1;
        if (asked < 4) throw new Error('away');
        return { ok: true, team_id: 'T1' };
      },
      clock,
      random: () => 1,
      log: createLog('debug', { write: (line: string) => void lines.push(line) }),
    });
    expect(await own.judge('T1')).toBe('unknown');
    await own.start();
    expect(await own.judge('T1')).toBe('unknown');
    await clock.advance(6_999);
    expect(await own.judge('T1')).toBe('unknown');
    expect(lines.join('')).toContain('requests from Slack are refused');
    await clock.advance(1);
    await clock.advance(1);
    expect(asked).toBe(4);
    expect(await own.judge('T1')).toBe('served');
    expect(await own.judge('T2')).toBe('stranger');
    own.stop();
  });

  test('a request during the first call to Slack waits a moment, but less than its three seconds', async () => {
    const clock = createManualClock(0);
    let answer: (value: object) => void = () => {};
    const authTest = () => new Promise<object>((resolve) => (answer = resolve));
    const own = createOwnWorkspace({
      meta: { claim: async (_, value) => value },
      authTest,
      clock,
      random: () => 0,
      log: SILENT,
    });
    void own.start();
    const impatient = own.judge('T1');
    await clock.advance(1_500);
    expect(await impatient).toBe('unknown');
    const patient = own.judge('T1');
    answer({ ok: true, team_id: 'T1' });
    expect(await patient).toBe('served');
    own.stop();
  });
});

const SILENT = createLog('silent');

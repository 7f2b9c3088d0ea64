// @module-tag long
// @module-tag store

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { hearResponses } from '../fixtures/hear-responses.ts';
import { createHands } from '../fixtures/northern-life.ts';
import { postAsSlack, type SlackPost } from '../fixtures/post-as-slack.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection } from '../fixtures/settings-windows.ts';
import { type ManyScene, NORTH, SOUTH, startMany } from '../fixtures/start-many.ts';

let scene: ManyScene;

afterEach(() => scene.close());

const peopleOf = (teamId: string) => scene.slack.team(teamId).team.ids;
const handsOf = (teamId: string) => createHands(scene.slack.team(teamId));

/** Sara's card of a new link. */
const makeLink = async (teamId: string, changes: Record<string, string> = {}) => {
  const { sara } = peopleOf(teamId);
  await handsOf(teamId).makeLink(sara, changes);
  return handsOf(teamId).shown(sara, /🟡 Waiting/);
};

const shownToSara = (teamId: string, words: RegExp) => handsOf(teamId).shown(peopleOf(teamId).sara, words);

const homeOf = (teamId: string, as: string) =>
  seen({ blocks: scene.slack.team(teamId).home(as)?.blocks ?? [] });

/** A signed press of a person in a channel that two companies share. */
const pressInSharedChannel = async (request: object, actionId: string) => {
  const { status } = await postAsSlack(
    { appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' },
    {
      payload: {
        type: 'block_actions',
        trigger_id: '1.2.3',
        container: { type: 'message', channel_id: 'C0SHARED', message_ts: '1.2' },
        actions: [{ type: 'button', action_id: actionId, block_id: 'b', value: '{}' }],
        ...request,
      },
    },
  );
  expect(status).toBe(200);
};

const ORG = 'E0ORG';
const ENTERPRISE = { id: ORG, name: 'Gulf Group' };
const TEAMS = [
  { id: NORTH, name: 'North Trading', domain: 'north' },
  { id: SOUTH, name: 'South Trading', domain: 'south' },
];
const TEAMS_OF_ORG = TEAMS.map((team) => ({ ...team, enterprise: ENTERPRISE }));

describe('a workspace that installs the app', () => {
  test('goes from the install page to its first link, at its own account', async () => {
    scene = await startMany();
    const page = await scene.install(NORTH, peopleOf(NORTH).ravi);
    const { status, text } = await scene.connect(page, NORTH);
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringMatching(/Saffron Dune/) });
    await makeLink(NORTH);
    expect(scene.merchants.of(NORTH).links()).toHaveLength(1);
    expect(scene.merchants.of(SOUTH).links()).toHaveLength(0);
  });

  test('is sent to the install page if it was installed from Slack’s own pages', async () => {
    scene = await startMany();
    const { ravi } = peopleOf(NORTH);
    const sentOn = await fetch(scene.slack.allowFromAdminPages(NORTH, ravi), { redirect: 'manual' });
    expect([sentOn.status, sentOn.headers.get('location')]).toEqual([302, `${scene.appUrl}/slack/install`]);
    expect(scene.slack.calls('oauth.v2.access')).toEqual([]);
    await scene.settle(NORTH, ravi);
    await makeLink(NORTH);
  });

  test('reads who the admins are while the payment service is not connected, and no form opens', async () => {
    scene = await startMany();
    await scene.install(NORTH, peopleOf(NORTH).ravi);
    const { sara, ravi } = peopleOf(NORTH);
    await handsOf(NORTH).send(sara, '250');
    const message = await shownToSara(NORTH, /not connected to the payment service/);
    expect(message.text).toContain(`<@${ravi}>`);
    expect(scene.slack.team(NORTH).topModal(sara)).toBeUndefined();
  });

  test('has the installer as its admin, who gets a private page from Home', async () => {
    scene = await startMany();
    const { ravi, sara } = peopleOf(NORTH);
    await scene.install(NORTH, ravi);
    const slack = scene.slack.team(NORTH);
    const openHome = async (as: string) => {
      await slack.openHome(as);
      await slack.until(() => /not connected/.test(homeOf(NORTH, as).text));
      return homeOf(NORTH, as);
    };
    expect((await openHome(sara)).text).toContain(`Ask <@${ravi}>`);
    const [address = ''] = Object.values((await openHome(ravi)).addresses);
    expect((await scene.connect(address, NORTH)).status).toBe(200);
    await slack.openHome(sara);
    await slack.clickHome(sara, { actionId: 'home_refresh' });
    await slack.until(() => /Payment service online/.test(homeOf(NORTH, sara).text));
  });

  test('loses token and credentials when it removes the app, and starts over after a new install', async () => {
    scene = await startMany();
    const { ravi, sara } = peopleOf(NORTH);
    await scene.settle(NORTH, ravi);
    await makeLink(NORTH);
    expect(await scene.slack.uninstall(NORTH)).toBe(true);
    await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
    await scene.install(NORTH, ravi);
    const slack = scene.slack.team(NORTH);
    await handsOf(NORTH).send(sara, '250');
    await shownToSara(NORTH, /not connected to the payment service/);
    // The earlier link is still known.
    await slack.openHome(sara);
    await slack.until(() => /AED 250\.00.*June rent/.test(homeOf(NORTH, sara).text));
  });

  test('loses them later if the database is away at that moment', async () => {
    scene = await startMany();
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    const tables = await openTables(scene.database.place);
    await tables.run('alter table installations rename to installations_away');
    await scene.slack.uninstall(NORTH);
    await expect.poll(() => scene.logLines.join('')).toContain('a removal not saved');
    await tables.run('alter table installations_away rename to installations');
    await expect
      .poll(async () => (await tables.rows('installations')).map((row) => row['credentials']))
      .toEqual([null]);
    await tables.close();
  });

  test('loses them even if the process ended before that was saved, because Slack tells it again', async () => {
    scene = await startMany();
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    const tables = await openTables(scene.database.place);
    const credentials = async () => (await tables.rows('installations')).map((row) => row['credentials']);
    const tell = () =>
      postAsSlack(
        { appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' },
        { event: { type: 'event_callback', team_id: NORTH, event: { type: 'app_uninstalled' } } },
      );
    await tables.run('alter table audit_entries rename to away');
    expect(await tell()).toMatchObject({ status: 404 });
    await scene.restart();
    await tables.run('alter table away rename to audit_entries');
    expect(await credentials()).toEqual([expect.any(String)]);
    expect(await tell()).toMatchObject({ status: 200 });
    expect(await credentials()).toEqual([null]);
    await tables.close();
  });
});

test('two workspaces work at the same time, each with its own account, channel and people', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  await scene.settle(SOUTH, peopleOf(SOUTH).ravi);
  await Promise.all([makeLink(NORTH, { notes: 'northern' }), makeLink(SOUTH, { notes: 'southern' })]);
  const notesOf = (teamId: string) =>
    scene.merchants
      .of(teamId)
      .links()
      .map(({ request }) => request.notes);
  expect([notesOf(NORTH), notesOf(SOUTH)]).toEqual([['northern'], ['southern']]);
  expect(JSON.stringify(scene.slack.team(SOUTH).calls())).not.toContain('northern');
  expect(JSON.stringify(scene.slack.team(NORTH).calls())).not.toContain('southern');
});

test('two workspaces of one account do not miss each other’s links', async () => {
  scene = await startMany();
  for (const teamId of [NORTH, SOUTH]) {
    const { status } = await scene.connect(await scene.install(teamId, peopleOf(teamId).ravi), NORTH);
    expect(status).toBe(200);
    await makeLink(teamId);
  }
  await scene.restart();
  const isCompared = async () => {
    const tables = await openTables(scene.database.place);
    const meta = await tables.rows('meta');
    await tables.close();
    return meta.filter(({ name }) => String(name).startsWith('links-compared:')).length;
  };
  await expect.poll(isCompared).toBe(2);
  expect(scene.logLines.join('')).not.toContain('of this database that it lacks');
});

/** The address of the private page. */
const pageIn = (modal: SeenView | undefined) =>
  Object.values(seen(modal).addresses).find((address) => address.includes('/slack/connect/'));

/** The settings, once they have the button to a private page. */
const openSettings = async (as: string) => {
  await handsOf(NORTH).send(as, 'settings');
  return handsOf(NORTH).modal(as, (top) => pageIn(top) !== undefined);
};

test('the private page of an admin who lost the role accepts no credentials', async () => {
  scene = await startMany();
  const { ravi, omar } = peopleOf(NORTH);
  await scene.settle(NORTH, ravi);
  await handsOf(NORTH).saveSettings(ravi, { admin: [omar] });
  const address = pageIn(await openSettings(omar)) ?? '';
  expect((await fetch(address)).status).toBe(200);
  await handsOf(NORTH).saveSettings(ravi, { admin: [] });
  expect((await fetch(address)).status).toBe(404);
  expect((await scene.connect(address, SOUTH)).status).toBe(404);
});

const ADD_AGAIN =
  /Paylink doesn’t know your Slack workspace, so it did nothing\. Add Paylink again: http:\/\/[^ "]+\/slack\/install/;

describe.each(['host', 'own'] as const)(
  'in a shared channel, where Slack names the %s workspace',
  (named) => {
    const SISTER = 'U0SISTER01';
    const settleNorth = async (teams = TEAMS) => {
      scene = await startMany({ teams });
      await scene.settle(NORTH, peopleOf(NORTH).ravi);
      const north = scene.slack.team(NORTH);
      north.behaviours.set('teamOfOutsider', named);
      const { partners, sara } = peopleOf(NORTH);
      north.addPerson({ id: SISTER, name: 'samira', teamId: SOUTH }, [partners]);
      north.addPerson({ id: 'U0VISITOR1', name: 'vera', isRestricted: true }, [partners]);
      const hands = handsOf(NORTH);
      await hands.makeLink(sara, {}, partners);
      const card = await hands.shown(sara, /link_menu/, partners);
      const details = /"(link_details:[\w-]+)"/.exec(JSON.stringify(card.blocks))?.[1] ?? '';
      const press = (as: string) =>
        north.click(as, { channel: partners, ts: card.ts }, { actionId: 'link_menu', chosen: details });
      const whisperTo = (as: string) =>
        north.until(() => north.messages(partners, { as }).findLast((one) => one.ephemeralTo === as));
      return { north, press, whisperTo };
    };

    test('someone from a workspace without the app sees nothing, and reads why', async () => {
      const { north, press, whisperTo } = await settleNorth();
      for (const as of [peopleOf(NORTH).lena, SISTER]) {
        expect(await press(as)).toMatchObject({ ok: true });
        expect((await whisperTo(as)).text).toMatch(ADD_AGAIN);
        expect(north.topModal(as)).toBeUndefined();
      }
    });

    test('someone from a sister workspace in an organisation is refused too', async () => {
      const { press, whisperTo } = await settleNorth(TEAMS_OF_ORG);
      await press(SISTER);
      expect((await whisperTo(SISTER)).text).toMatch(ADD_AGAIN);
    });

    test('a window is updated by the app that opened it, whoever pressed', async () => {
      const { north } = await settleNorth();
      await scene.settle(SOUTH, peopleOf(SOUTH).ravi);
      const { partners: channel } = peopleOf(NORTH);
      const elements = [
        {
          type: 'button',
          action_id: 'home_new_link',
          text: { type: 'plain_text', text: 'New payment link' },
        },
      ];
      const answer = await fetch(`${scene.slack.apiUrl}chat.postMessage`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${scene.slack.latestToken(NORTH)}`,
        },
        body: JSON.stringify({ channel, text: 'Links', blocks: [{ type: 'actions', elements }] }),
      });
      const { ts } = (await answer.json()) as { ts: string };
      await north.click(SISTER, { channel, ts }, { actionId: 'home_new_link' });
      const short = await handsOf(NORTH).modal(SISTER, () => true);
      await north.click(SISTER, { viewId: short.id }, { actionId: 'more_details' });
      await handsOf(NORTH).modal(SISTER, (top) => top.blocks.length > short.blocks.length);
    });

    test('a guest of the workspace is served like anyone without a role', async () => {
      const { north, press, whisperTo } = await settleNorth();
      await press('U0VISITOR1');
      const shown = await north.until(
        () =>
          north.topModal('U0VISITOR1') ??
          north
            .messages(peopleOf(NORTH).partners, { as: 'U0VISITOR1' })
            .find((one) => one.ephemeralTo === 'U0VISITOR1'),
      );
      expect(JSON.stringify(shown)).not.toMatch(/your Slack workspace|Something went wrong/);
      await north.command('U0VISITOR1', peopleOf(NORTH).partners, '/paylink', 'audit');
      expect((await whisperTo('U0VISITOR1')).text).toMatch(/admin/i);
    });
  },
);

test('people of a workspace that the database does not know read where to add Paylink again, wherever Slack lets it say so', async () => {
  scene = await startMany();
  const responses = await hearResponses();
  const send = async (post: SlackPost) =>
    (await postAsSlack({ appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' }, post)).text;
  const of = { team: { id: NORTH, domain: 'north' }, user: { id: peopleOf(NORTH).sara, team_id: NORTH } };
  const place = { ...of, trigger_id: '1.2.3', response_url: responses.url, channel: { id: 'C1', name: 'x' } };
  const about = { command: '/paylink', text: '', channel_id: 'C1', trigger_id: '1.2.3', user_name: 'sara' };
  const command = await send({ command: { ...about, team_id: NORTH, user_id: peopleOf(NORTH).sara } });
  expect(JSON.parse(command).text).toMatch(ADD_AGAIN);
  const view = { id: 'V1', callback_id: 'link_form', private_metadata: '', state: { values: {} } };
  const form = JSON.parse(await send({ payload: { type: 'view_submission', ...of, view } }));
  expect(form.view.blocks[0].text.text).toMatch(ADD_AGAIN);
  const action = { type: 'button', action_id: 'link_menu', block_id: 'b', value: '{}' };
  const message = { ts: '1.2', text: '250 Sara' };
  await send({ payload: { type: 'block_actions', ...place, actions: [action] } });
  await send({ payload: { type: 'message_action', callback_id: 'link_from_message', ...place, message } });
  await expect
    .poll(() => responses.heard)
    .toEqual([expect.stringMatching(ADD_AGAIN), expect.stringMatching(ADD_AGAIN)]);
  expect(scene.slack.team(NORTH).calls()).toEqual([]);
  await responses.close();
});

test('a request from a workspace without the app starts no job', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  await pressInSharedChannel(
    { team: { id: NORTH, domain: 'north' }, user: { id: peopleOf(SOUTH).sara, team_id: SOUTH } },
    'audit_export',
  );
  await expect.poll(() => scene.logLines.join('')).toContain('request not served');
  const tables = await openTables(scene.database.place);
  expect((await tables.rows('jobs')).filter(({ kind }) => kind === 'export')).toEqual([]);
  await tables.close();
});

test('what Slack sends of an organisation’s install reaches no workspace, and removes none', async () => {
  scene = await startMany({ teams: TEAMS_OF_ORG });
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  const send = (post: SlackPost) =>
    postAsSlack({ appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' }, post);
  const event = async (event: object, envelope: object) => {
    const { status } = await send({ event: { type: 'event_callback', event, ...envelope } });
    expect(status).toBeLessThan(500);
  };
  const authorized = (team_id: string | null) => ({
    authorizations: [{ enterprise_id: ORG, team_id, is_bot: true, is_enterprise_install: true }],
  });
  const granted = { type: 'team_access_granted', team_ids: [NORTH, SOUTH] };
  await event(granted, { enterprise_id: ORG });
  await event(granted, { enterprise_id: ORG, ...authorized(null) });
  await event({ enterprise_id: ORG, event: granted }, { team_id: NORTH, ...authorized(NORTH) });
  await event({ type: 'app_uninstalled' }, { team_id: ORG, enterprise_id: ORG, is_enterprise_install: true });
  await event({ type: 'app_uninstalled' }, { team_id: NORTH, ...authorized(NORTH) });
  const calls = scene.slack.team(NORTH).calls().length;
  // Another workspace's event, where Slack names the organisation as the one that has the app.
  const opened = { type: 'app_home_opened', user: peopleOf(SOUTH).sara, tab: 'home', channel: 'D1' };
  await event(opened, { team_id: NORTH, enterprise_id: ORG, ...authorized(null) });
  const command = {
    ...{ command: '/paylink', text: 'mine', channel_id: 'C1', trigger_id: '1.2.3', user_name: 'sara' },
    ...{ team_id: SOUTH, enterprise_id: ORG, is_enterprise_install: 'true', user_id: peopleOf(SOUTH).sara },
  };
  expect((await send({ command })).text).toMatch(ADD_AGAIN);
  expect(scene.slack.team(NORTH).calls()).toHaveLength(calls);
  expect(scene.slack.team(SOUTH).calls()).toEqual([]);
  await makeLink(NORTH);
});

test('a form does not close as if accepted while the installation cannot be read', async () => {
  scene = await startMany();
  const { ravi } = peopleOf(NORTH);
  await scene.settle(NORTH, ravi);
  const slack = scene.slack.team(NORTH);
  const form = await openSection({ slack }, 'posts', { as: ravi, channel: slack.team.ids.frontDesk });
  const tables = await openTables(scene.database.place);
  await tables.run('alter table installations rename to installations_away');
  expect(await slack.submit(ravi, form.id, {})).toMatchObject({
    errors: { defaultChannelId: expect.stringMatching(/could not do this.*reference/) },
  });
  await handsOf(NORTH).send(ravi, '');
  await handsOf(NORTH).shown(ravi, /Something went wrong.*reference/);
  await tables.run('alter table installations_away rename to installations');
  await tables.close();
  expect(await slack.submit(ravi, form.id, {})).toMatchObject({ ok: true });
});

test('the database and the log hold no token, credentials, secret or customer’s name', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  await scene.settle(SOUTH, peopleOf(SOUTH).ravi);
  await makeLink(NORTH);
  const { ravi, omar } = peopleOf(NORTH);
  const hands = handsOf(NORTH);
  await hands.saveSettings(ravi, { approvalLimitFils: '1000', supervisor: [omar] });
  await hands.makeLink(omar, { invoiceAmount: '2000', FullName: 'Planted Person' });
  await hands.press(ravi, await hands.shown(ravi, /approve_link/), 'approve_link');
  const slack = scene.slack.team(NORTH);
  await slack.until(() => scene.merchants.of(NORTH).links().length === 2);
  await slack.openHome(ravi);
  await hands.send(ravi, 'audit');
  await hands.shown(ravi, /Audit trail/);
  const customers = ['Sara Khan', 'Planted Person', 'sara.khan@', '501234567', '050 123 4567', 'June rent'];
  const secrets = [
    ...[NORTH, SOUTH].flatMap((team) => [
      scene.slack.latestToken(team) ?? 'none',
      // Rows keep the account id: it is no secret.
      scene.merchants.of(team).credentials.apiKey,
      scene.merchants.of(team).credentials.secretKey,
    ]),
    'planted-client-secret',
    'planted-state-secret',
    'planted-signing-secret',
  ];
  const folder = scene.database.env['DATA_DIR'];
  const raw = folder
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
        .join('\n')
    : '';
  const log = scene.logLines.join('\n');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(raw).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
  for (const customer of customers) expect(log).not.toContain(customer);
  // The search had something to find.
  expect(raw + log).toContain('link issued');
});

describe('encryption keys', () => {
  const [old, young] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

  test('can be replaced: after a start with the new one first, the old one can be removed', async () => {
    scene = await startMany({ env: { ENCRYPTION_KEY: old } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await scene.restart({ env: { ENCRYPTION_KEY: `${young},${old}` } });
    await scene.restart({ env: { ENCRYPTION_KEY: young } });
    await makeLink(NORTH);
  });

  test('that do not open the stored secrets are refused at the start', async () => {
    scene = await startMany({ env: { ENCRYPTION_KEY: old } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await expect(scene.restart({ env: { ENCRYPTION_KEY: young } })).rejects.toThrow(
      /put the key that sealed them/,
    );
    await scene.restart();
  });

  test('that are lost: after the statement of docs/install.md, workspaces install again and go on', async () => {
    scene = await startMany({ env: { ENCRYPTION_KEY: old } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await makeLink(NORTH);
    await scene.paylink.stop();
    const guide = readFileSync('docs/install.md', 'utf8');
    const [, statement = ''] = /```sql\n(.*)\n/.exec(guide) ?? [];
    const tables = await openTables(scene.database.place);
    await tables.run(statement);
    await tables.close();
    await scene.restart({ env: { ENCRYPTION_KEY: young } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await scene.slack
      .team(NORTH)
      .command(peopleOf(NORTH).sara, peopleOf(NORTH).frontDesk, '/paylink', 'mine');
    expect(JSON.stringify(await shownToSara(NORTH, /^My payment links/))).toContain('AED 250.00');
    await makeLink(NORTH, { Email: 'another@example.com' });
  });
});

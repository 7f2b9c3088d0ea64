import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fillLinkForm, readyForm, textOf } from '../fixtures/link-form.ts';
import { postAsSlack } from '../fixtures/post-as-slack.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { type ManyScene, NORTH, ORG, SOUTH, startMany } from '../fixtures/start-many.ts';

let scene: ManyScene;

afterEach(() => scene.close());

const peopleOf = (teamId: string) => scene.slack.team(teamId).team.ids;

const makeLink = async (teamId: string, changes: Parameters<typeof fillLinkForm>[0] = {}) => {
  const slack = scene.slack.team(teamId);
  const { sara, frontDesk } = peopleOf(teamId);
  const outcome = await slack.command(sara, frontDesk, '/paylink', '');
  if (!outcome.ok) throw new Error(outcome.problem);
  const form = await slack.until(() => readyForm(slack.topModal(sara)));
  const submitted = await slack.submit(sara, form.id, fillLinkForm(changes));
  if (!submitted.ok) throw new Error(JSON.stringify(submitted));
  return slack.until(() =>
    slack.messages(frontDesk, { as: sara }).find((message) => /🟡 Waiting/.test(textOf(message))),
  );
};

const told = (teamId: string, words: RegExp) => {
  const slack = scene.slack.team(teamId);
  const { sara, frontDesk } = peopleOf(teamId);
  return slack.until(() =>
    slack.messages(frontDesk, { as: sara }).find((message) => words.test(message.text)),
  );
};

describe('a workspace that installs the app', () => {
  test('gets from the install page to its first link, at its own account', async () => {
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

  test('learns whom to ask while the payment service is not connected, and no form opens', async () => {
    scene = await startMany();
    await scene.install(NORTH, peopleOf(NORTH).ravi);
    const { sara, ravi, frontDesk } = peopleOf(NORTH);
    await scene.slack.team(NORTH).command(sara, frontDesk, '/paylink', '250');
    const message = await told(NORTH, /not connected to the payment service/);
    expect(message.text).toContain(`<@${ravi}>`);
    expect(scene.slack.team(NORTH).topModal(sara)).toBeUndefined();
  });

  test('has the installer as its admin, who gets a private page from the home', async () => {
    scene = await startMany();
    const { ravi, sara } = peopleOf(NORTH);
    await scene.install(NORTH, ravi);
    const slack = scene.slack.team(NORTH);
    const see = async (as: string) => {
      await slack.openHome(as);
      return textOf(
        await slack.until(() => (/not connected/.test(textOf(slack.home(as))) ? slack.home(as) : undefined)),
      );
    };
    expect(await see(sara)).toMatch(new RegExp(`Ask <@${ravi}>`));
    const [, address = ''] = /"url":"([^"]+)"/.exec(await see(ravi)) ?? [];
    expect((await scene.connect(address, NORTH)).status).toBe(200);
    await slack.openHome(sara);
    await slack.clickHome(sara, { actionId: 'home_refresh' });
    await slack.until(() => /Payment service online/.test(textOf(slack.home(sara))));
  });

  test('loses them too if the database is away at that moment', async () => {
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

  test('loses token and credentials when it removes the app, and starts over after a new install', async () => {
    scene = await startMany();
    const { ravi, sara, frontDesk } = peopleOf(NORTH);
    await scene.settle(NORTH, ravi);
    await makeLink(NORTH);
    expect(await scene.slack.uninstall(NORTH)).toBe(true);
    await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
    await scene.install(NORTH, ravi);
    const slack = scene.slack.team(NORTH);
    await slack.command(sara, frontDesk, '/paylink', '250');
    await told(NORTH, /not connected to the payment service/);
    // The link that was made before is still known.
    await slack.openHome(sara);
    await slack.until(() => /AED 250\.00.*June rent/.test(textOf(slack.home(sara))));
  });
});

test('two workspaces work at the same time, each with its own account, channel and people', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  await scene.settle(SOUTH, peopleOf(SOUTH).ravi);
  await Promise.all([makeLink(NORTH, { notes: 'northern' }), makeLink(SOUTH, { notes: 'southern' })]);
  for (const [own, other] of [
    [NORTH, SOUTH],
    [SOUTH, NORTH],
  ] as const) {
    const word = own === NORTH ? 'northern' : 'southern';
    expect(
      scene.merchants
        .of(own)
        .links()
        .map(({ request }) => request.notes),
    ).toEqual([word]);
    const said = JSON.stringify(scene.slack.team(other).calls());
    expect(said).not.toContain(word);
  }
});

test('an organisation installs once for all its workspaces', async () => {
  const enterprise = { id: ORG, name: 'Gulf Group' };
  scene = await startMany({
    teams: [
      { id: NORTH, name: 'North Trading', domain: 'north', enterprise },
      { id: SOUTH, name: 'South Trading', domain: 'south', enterprise },
    ],
  });
  await scene.settle(ORG, peopleOf(NORTH).ravi);
  await makeLink(NORTH);
  await makeLink(SOUTH);
  const links = scene.merchants.of(ORG).links();
  expect(links).toHaveLength(2);
  // Work without a request: the sweep and the card find the organisation by the workspace alone.
  await scene.merchants.of(ORG).pay(links[1]?.orderId ?? '', { callback: true });
  const { sara, frontDesk } = peopleOf(SOUTH);
  const slack = scene.slack.team(SOUTH);
  await slack.until(() =>
    slack.messages(frontDesk, { as: sara }).find((message) => /✅ Paid <!date/.test(textOf(message))),
  );
});

/** The settings, once the button for a private page has come. */
const openSettings = async (as: string) => {
  const slack = scene.slack.team(NORTH);
  await slack.command(as, peopleOf(NORTH).frontDesk, '/paylink', 'settings');
  return slack.until(() => {
    const top = slack.topModal(as);
    return /\/slack\/connect\//.test(textOf(top)) ? top : undefined;
  });
};

test('an admin of one workspace gets no private page for the account of the whole organisation', async () => {
  const enterprise = { id: ORG, name: 'Gulf Group' };
  scene = await startMany({
    teams: [{ id: NORTH, name: 'North Trading', domain: 'north', enterprise }],
    merchants: [ORG],
  });
  const { ravi, omar, frontDesk } = peopleOf(NORTH);
  await scene.settle(ORG, ravi);
  const slack = scene.slack.team(NORTH);
  const saved = await slack.submit(ravi, (await openSettings(ravi)).id, { admin: { admin: [omar] } });
  expect(saved).toMatchObject({ ok: true });
  const updates = slack.calls('views.update').length;
  await slack.command(omar, frontDesk, '/paylink', 'settings');
  await slack.until(() => slack.calls('views.update').length > updates);
  expect(textOf(slack.topModal(omar))).toMatch(/expiryDays/);
  expect(textOf(slack.topModal(omar))).not.toContain('/slack/connect/');
});

test('the private page of an admin who lost the role accepts no credentials', async () => {
  scene = await startMany();
  const { ravi, omar } = peopleOf(NORTH);
  await scene.settle(NORTH, ravi);
  const slack = scene.slack.team(NORTH);
  await slack.submit(ravi, (await openSettings(ravi)).id, { admin: { admin: [omar] } });
  const [, address = ''] = /"url":"([^"]+)"/.exec(textOf(await openSettings(omar))) ?? [];
  expect((await fetch(address)).status).toBe(200);
  await slack.submit(ravi, (await openSettings(ravi)).id, { admin: { admin: [] } });
  expect((await scene.connect(address, SOUTH)).status).toBe(404);
});

describe.each(['host', 'own'] as const)(
  'in a shared channel, where Slack names the %s workspace',
  (named) => {
    const SISTER = 'U0SISTER01';
    const settleNorth = async (teams: { enterprise?: { id: string; name: string } } = {}) => {
      scene = await startMany({
        teams: [
          { id: NORTH, name: 'North Trading', domain: 'north', ...teams },
          { id: SOUTH, name: 'South Trading', domain: 'south', ...teams },
        ],
      });
      await scene.settle(NORTH, peopleOf(NORTH).ravi);
      const north = scene.slack.team(NORTH);
      north.behaviours.set('teamOfOutsider', named);
      const { partners, sara } = peopleOf(NORTH);
      north.addPerson({ id: SISTER, name: 'samira', teamId: SOUTH }, [partners]);
      north.addPerson({ id: 'U0VISITOR1', name: 'vera', isRestricted: true }, [partners]);
      await north.command(sara, partners, '/paylink', '');
      const form = await north.until(() => readyForm(north.topModal(sara)));
      await north.submit(sara, form.id, fillLinkForm());
      const card = await north.until(() =>
        north.messages(partners).find((message) => /link_menu/.test(textOf(message))),
      );
      const details = /"(link_details:[\w-]+)"/.exec(textOf(card))?.[1] ?? '';
      const press = (as: string) =>
        north.click(as, { channel: partners, ts: card.ts }, { actionId: 'link_menu', chosen: details });
      const told = (as: string) =>
        north.until(() => north.messages(partners, { as }).findLast((one) => one.ephemeralTo === as));
      return { north, press, told };
    };

    test('someone from a workspace without the app is refused kindly and sees nothing', async () => {
      const { north, press, told } = await settleNorth();
      for (const as of [peopleOf(NORTH).lena, SISTER]) {
        expect(await press(as)).toMatchObject({ ok: true });
        expect((await told(as)).text).toMatch(/belongs to another Slack workspace, so it did nothing/);
        expect(north.topModal(as)).toBeUndefined();
      }
    });

    test('someone from a sister workspace in an organisation is refused too', async () => {
      const { press, told } = await settleNorth({ enterprise: { id: ORG, name: 'Gulf Group' } });
      await press(SISTER);
      expect((await told(SISTER)).text).toMatch(/belongs to another Slack workspace/);
    });

    test('a guest of the workspace is served like everyone without a role', async () => {
      const { north, press, told } = await settleNorth();
      await press('U0VISITOR1');
      const shown = await north.until(
        () =>
          north.topModal('U0VISITOR1') ??
          north
            .messages(peopleOf(NORTH).partners, { as: 'U0VISITOR1' })
            .find((one) => one.ephemeralTo === 'U0VISITOR1'),
      );
      expect(JSON.stringify(shown)).not.toMatch(/another Slack workspace|Something went wrong/);
      await north.command('U0VISITOR1', peopleOf(NORTH).partners, '/paylink', 'audit');
      expect((await told('U0VISITOR1')).text).toMatch(/admin/i);
    });
  },
);

test('people of a workspace without the app are refused', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  const asOutsider = { id: peopleOf(SOUTH).sara, team_id: SOUTH };
  const { status } = await postAsSlack(
    { appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' },
    {
      payload: {
        type: 'block_actions',
        team: { id: NORTH, domain: 'north' },
        user: asOutsider,
        trigger_id: '1.2.3',
        container: { type: 'message', channel_id: 'C0SHARED', message_ts: '1.2' },
        actions: [{ type: 'button', action_id: 'audit_export', block_id: 'b', value: '{}' }],
      },
    },
  );
  expect(status).toBe(200);
  await expect.poll(() => scene.logLines.join('')).toContain('request not served');
  const tables = await openTables(scene.database.place);
  expect((await tables.rows('jobs')).filter(({ kind }) => kind === 'audit-export')).toEqual([]);
  await tables.close();
});

test('a press in a shared channel does not put another company’s workspace under the organisation', async () => {
  const other = 'E0OTHER';
  scene = await startMany({
    teams: [
      { id: NORTH, name: 'North Trading', domain: 'north', enterprise: { id: ORG, name: 'Gulf Group' } },
      { id: SOUTH, name: 'South Trading', domain: 'south', enterprise: { id: other, name: 'South Group' } },
    ],
    merchants: [ORG, other],
  });
  await scene.settle(ORG, peopleOf(NORTH).ravi);
  await scene.settle(other, peopleOf(SOUTH).ravi);
  await makeLink(NORTH);
  await makeLink(SOUTH);
  // An organisation's install leaves the workspace out of the request, and the person's own takes its place.
  const { status } = await postAsSlack(
    { appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' },
    {
      payload: {
        type: 'block_actions',
        team: null,
        enterprise: { id: ORG, name: 'Gulf Group' },
        is_enterprise_install: true,
        user: { id: peopleOf(SOUTH).sara, team_id: SOUTH },
        trigger_id: '1.2.3',
        container: { type: 'message', channel_id: 'C0SHARED', message_ts: '1.2' },
        actions: [{ type: 'button', action_id: 'link_details', block_id: 'b', value: 'lnk_none' }],
      },
    },
  );
  expect(status).toBe(200);
  const tables = await openTables(scene.database.place);
  const served = await tables.rows('workspaces');
  await tables.close();
  expect(served.map((row) => [row['team_id'], row['enterprise_id']]).sort()).toEqual([
    [NORTH, ORG],
    [SOUTH, other],
  ]);
});

test('a form does not close as if accepted while the installation cannot be read', async () => {
  scene = await startMany();
  const { ravi, frontDesk } = peopleOf(NORTH);
  await scene.settle(NORTH, ravi);
  const slack = scene.slack.team(NORTH);
  const form = await openSettings(ravi);
  const tables = await openTables(scene.database.place);
  await tables.run('alter table installations rename to installations_away');
  expect(await slack.submit(ravi, form.id, {})).toMatchObject({
    errors: { expiryDays: expect.stringMatching(/could not save this.*reference/) },
  });
  await slack.command(ravi, frontDesk, '/paylink', '');
  await slack.until(() =>
    slack
      .messages(frontDesk, { as: ravi })
      .find((message) => /Something went wrong.*reference/.test(message.text)),
  );
  await tables.run('alter table installations_away rename to installations');
  await tables.close();
  expect(await slack.submit(ravi, form.id, {})).toMatchObject({ ok: true });
});

test('the database and the log hold no token, credentials, secret or customer’s name', async () => {
  scene = await startMany();
  await scene.settle(NORTH, peopleOf(NORTH).ravi);
  await scene.settle(SOUTH, peopleOf(SOUTH).ravi);
  await makeLink(NORTH);
  const { ravi, omar, frontDesk } = peopleOf(NORTH);
  const slack = scene.slack.team(NORTH);
  const settings = await openSettings(ravi);
  await slack.submit(ravi, settings.id, {
    approvalLimitFils: { approvalLimitFils: '1000' },
    supervisor: { supervisor: [omar] },
  });
  await slack.command(omar, frontDesk, '/paylink', '');
  const form = await slack.until(() => readyForm(slack.topModal(omar)));
  await slack.submit(omar, form.id, fillLinkForm({ invoiceAmount: '2000', FullName: 'Planted Person' }));
  const request = await slack.until(() =>
    slack.messages(frontDesk, { as: ravi }).find((message) => /approve_link/.test(textOf(message))),
  );
  await slack.click(ravi, { channel: frontDesk, ts: request.ts }, { actionId: 'approve_link' });
  await slack.until(() => scene.merchants.of(NORTH).links().length === 2);
  await slack.openHome(ravi);
  await slack.command(ravi, frontDesk, '/paylink', 'audit');
  await slack.until(() =>
    slack.messages(frontDesk, { as: ravi }).find((message) => /Audit trail/.test(textOf(message))),
  );
  const customers = [
    'Sara Khan',
    'Planted Person',
    'sara.khan@example.com',
    '501234567',
    '050 123 4567',
    'June rent',
  ];
  const secrets = [
    ...[NORTH, SOUTH].flatMap((team) => [
      scene.slack.latestToken(team) ?? 'none',
      ...Object.values(scene.merchants.of(team).credentials),
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
  // There was something to search.
  expect(raw + log).toContain('link issued');
});

describe('the keys', () => {
  test('rotate: put a new one first; after a start the old one can be removed', async () => {
    const [old, young] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
    scene = await startMany({ env: { ENCRYPTION_KEY: old } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await scene.restart({ ENCRYPTION_KEY: `${young},${old}` });
    await scene.restart({ ENCRYPTION_KEY: young });
    await makeLink(NORTH);
  });

  test('that no longer open the secrets are refused at the start', async () => {
    const [old, young] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
    scene = await startMany({ env: { ENCRYPTION_KEY: old } });
    await scene.settle(NORTH, peopleOf(NORTH).ravi);
    await expect(scene.restart({ ENCRYPTION_KEY: young })).rejects.toThrow(/put the key that sealed them/);
    await scene.restart();
  });
});

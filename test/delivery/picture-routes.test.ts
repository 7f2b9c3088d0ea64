// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { drawQr } from '../../src/delivery/pictures/draw-qr.ts';
import { buildPictureRoute } from '../../src/delivery/pictures/picture-routes.ts';
import { createPictures, findPictureBase } from '../../src/delivery/pictures/pictures.ts';
import { buildToken, drawIdentity } from '../../src/identity.ts';
import { createIds } from '../../src/ids.ts';
import { isPayable } from '../../src/links/sale/display-state.ts';
import { createLog } from '../../src/log.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { buildLink } from '../fixtures/links.ts';
import { cardIn, codeIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const IDENTITY = drawIdentity();

describe('a picture of a link', () => {
  let scene: Scene;

  beforeEach(async () => {
    scene = await startScene();
  });
  afterEach(() => scene.close());

  const makeOne = async (): Promise<string> => {
    await issueLink(scene);
    return pictureIn(await modalWith(scene, /image_url/));
  };
  const pictureIn = ({ blocks }: SeenView) => /"image_url":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1] ?? '';

  test('is only the QR code, at an unguessable address', async () => {
    const address = await makeOne();
    expect(address).toMatch(new RegExp(`^${scene.appUrl}/pictures/[\\w-]{51}\\.png$`));
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringMatching(/^private/),
      'x-content-type-options': 'nosniff',
    });
    const png = Buffer.from(await answer.arrayBuffer());
    expect(decodeQr(png)).toBe(`${scene.sandbox.url}/pay/${scene.sandbox.links()[0]?.token}`);
    const head = await fetch(address, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(png.length));
    expect(await head.text()).toBe('');
    // Show QR shows the same picture.
    await press(scene, await cardIn(scene), 'show_qr');
    expect(pictureIn(await modalWith(scene, /Scan|image_url/))).toBe(address);
  });

  test('is gone once its link is paid', async () => {
    const address = await makeOne();
    const [link] = scene.sandbox.links();
    await scene.sandbox.pay(link?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene), 'refresh_link');
    await cardIn(scene, /✅ Paid <!date/);
    expect((await fetch(address)).status).toBe(404);
  });

  testAtLength('is found only at its address: all others are an empty 404', async () => {
    const address = await makeOne();
    const [first = ''] = /[\w-]{51}/.exec(address) ?? [];
    const other = `${first.startsWith('A') ? 'B' : 'A'}${first.slice(1)}`;
    const own = ['', '.PNG', '.png/'].map((end) => first + end);
    for (const path of [`${other}.png`, ...own, '.png', '%2e%2e.png', 'x.png']) {
      const answer = await fetch(`${scene.appUrl}/pictures/${path}`);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, '']);
    }
    expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  });

  testAtLength('is neither in the log nor in the database', async () => {
    const address = await makeOne();
    await fetch(address);
    const [token = 'none'] = /[\w-]{51}/.exec(address) ?? [];
    expect(scene.logLines.join('')).not.toContain(token);
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect(JSON.stringify(await store.pictures.find(token, 0))).toBe('null');
    await store.close();
    await scene.restart();
  });

  testAtLength('that Slack cannot load is left out of the result, which keeps the link', async () => {
    await scene.close();
    scene = await startScene({ env: { PUBLIC_URL: 'http://127.0.0.1:9' } });
    await issueLink(scene);
    const refused = () =>
      scene.slack.calls('views.update').filter(({ args }) => JSON.stringify(args).includes('image_url'));
    await scene.slack.until(() => refused().length === 2);
    const ready = await modalWith(scene, /Copy/);
    expect(ready.title).toBe('Scan to pay');
    expect(seen(ready).pictures).toEqual([]);
    await codeIn(scene);
  });
});

describe('pictures', () => {
  const { store } = storePerTest();
  let now = Date.UTC(2026, 10, 21, 11);
  const link = buildLink();

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21, 11);
    await store.links.reserve({ ...link, callbackTokenHash: 'hash', checkDueAt: null, at: now });
    const { id, address } = link;
    await store.links.move({ id, to: 'open', at: now, cause: 'answered', address });
  });

  const open = (base: string | null = 'https://paylink.example.com/pictures') =>
    createPictures({
      base,
      pictures: store.pictures,
      isPayable,
      identity: IDENTITY,
      ids: createIds(undefined, IDENTITY),
      clock: { now: () => now },
    });
  const tokenOf = (address: string | null) => /([^/]+)\.png$/.exec(address ?? '')?.[1] ?? '';

  test('end with their link, and are then deleted', async () => {
    const pictures = open();
    const prune = () => store.prune.old('pictures', { at: now, after: null, limit: 9 });
    const qr = tokenOf(await pictures.addressOfQr(link));
    expect(decodeQr((await pictures.read(qr)) ?? Buffer.alloc(0))).toBe(link.address);
    now += 24 * 60 * 60_000;
    expect(await pictures.read(qr)).not.toBeNull();
    expect(await prune()).toMatchObject({ count: 0 });
    now = link.expiresAt;
    expect(await pictures.read(qr)).toBeNull();
    now += 1;
    expect(await prune()).toMatchObject({ count: 1 });
  });

  test('that are forged, or have ended, are refused before any look-up', async () => {
    const asked: string[] = [];
    const pictures = createPictures({
      base: 'https://paylink.example.com/pictures',
      pictures: {
        ...store.pictures,
        find: async (tokenHash) => {
          asked.push(tokenHash);
          return null;
        },
      },
      isPayable,
      identity: IDENTITY,
      ids: createIds(undefined, IDENTITY),
      clock: { now: () => now },
    });
    const own = (endsAt: number | null, use: 'picture' | 'callback' = 'picture', identity = IDENTITY) =>
      buildToken(identity, use, Buffer.alloc(16, 7), endsAt);
    const real = own(now + 1);
    const forged = [
      `${real.startsWith('B') ? 'C' : 'B'}${real.slice(1)}`,
      own(now + 1, 'picture', drawIdentity()),
      own(null, 'callback'),
      own(now),
      'A'.repeat(43),
      '',
    ];
    for (const token of forged) expect(await pictures.read(token)).toBeNull();
    expect(asked).toEqual([]);
    await pictures.read(real);
    expect(asked).toHaveLength(1);
  });

  test('survive the process that made them, and no two processes use the same address', async () => {
    const first = await open().addressOfQr(link);
    const second = await open().addressOfQr(link);
    expect(second).not.toBe(first);
    for (const address of [first, second]) expect(await open().read(tokenOf(address))).not.toBeNull();
  });

  test('of another workspace’s link do not exist', async () => {
    const pictures = open();
    const stolen = tokenOf(await pictures.addressOfQr({ ...link, id: 'lnk_1', teamId: 'T0OTHER' }));
    expect(await pictures.read(stolen)).toBeNull();
  });

  test('are not made if Slack cannot load them, or if no code holds the address', async () => {
    expect(await open(null).addressOfQr(link)).toBeNull();
    const longest = `https://pay.example.com/${'x'.repeat(2_307)}`;
    expect(await open().addressOfQr({ ...link, address: longest })).not.toBeNull();
    expect(await open().addressOfQr({ ...link, address: `${longest}x` })).toBeNull();
    expect((await drawQr(longest)).length).toBeGreaterThan(0);
  });

  test('are loaded by Slack over https, or on one machine', () => {
    const slack = 'https://slack.com/api/';
    const local = 'http://127.0.0.1:4000/api/';
    expect(findPictureBase('https://pay.example.com/app', slack)).toBe(
      'https://pay.example.com/app/pictures',
    );
    expect(findPictureBase('http://127.0.0.1:3000', local)).toBe('http://127.0.0.1:3000/pictures');
    for (const [address, api] of [
      [null, slack],
      ['http://pay.example.com', slack],
      ['http://127.0.0.1:3000', slack],
      ['https://localhost:3000', slack],
    ] as const)
      expect(findPictureBase(address, api)).toBeNull();
  });
});

test('of many simultaneous requests for pictures, those beyond sixteen get 503', async () => {
  const waiting: (() => void)[] = [];
  const route = buildPictureRoute({
    pictures: { read: () => new Promise((resolve) => waiting.push(() => resolve(null))) },
    log: createLog('silent'),
  });
  const statuses: number[] = [];
  const ask = () => {
    const response = {
      req: { complete: true },
      writeHead: (status: number) => statuses.push(status),
      end: () => {},
    };
    const request = { method: 'GET', params: { token: 'A'.repeat(51) } };
    route.handler(request as never, response as never);
  };
  for (let asked = 0; asked < 20; asked += 1) ask();
  await new Promise((resolve) => setImmediate(resolve));
  expect(statuses).toEqual([503, 503, 503, 503]);
  for (const go of waiting) go();
  await expect.poll(() => statuses.length).toBe(20);
  ask();
  expect(waiting).toHaveLength(17);
});

// @module-tag store

import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startScene } from '../fixtures/start-paylink.ts';

const SENDERS = 800;
const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const isAllowed = existsSync(SOMAXCONN) && Number(readFileSync(SOMAXCONN, 'utf8')) > SENDERS;

test.skipIf(!isAllowed)(
  'hundreds of connections that come while the process is busy are all taken, and none has to try again',
  async () => {
    const scene = await startScene();
    onTestFinished(() => scene.close());
    // All of them ask before the process, which is this one, takes the first.
    const sockets = Array.from({ length: SENDERS }, () =>
      connect(Number(new URL(scene.appUrl).port), '127.0.0.1').on('error', () => {}),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    expect(sockets.filter(({ connecting }) => connecting)).toHaveLength(0);
  },
);

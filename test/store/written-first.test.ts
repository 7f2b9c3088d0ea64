// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { startScene } from '../fixtures/start-paylink.ts';

test('a link is on disk before the service is asked for it', async () => {
  const scene = await startScene();
  onTestFinished(() => scene.close());
  const asked: unknown[] = [];
  const stood: unknown[] = [];
  scene.sandbox.answerWith(async ({ body }) => {
    const number = /"Invoice_Id":"([^"]+)"/.exec(body.toString())?.[1];
    if (number === undefined) return undefined;
    asked.push([number, 'reserved']);
    const links = await readTable(scene.database.place, 'links');
    stood.push(...links.map((link) => [link['invoice_id'], link['state']]));
    return undefined;
  });
  await issueLink(scene);
  await cardIn(scene);
  expect(stood).toEqual(asked);
  expect(asked).toHaveLength(1);
});

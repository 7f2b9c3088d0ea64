import { expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { buildPictureEdit } from '../../src/links/card/notice-kinds.ts';
import { buildPictureTry, mayBePicture, readPictureTries } from '../../src/links/card/qr-delivery.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const LINK = { id: 'lnk_1', teamId: 'T0PLAY' };
const ids = createIds();

test('a notice about a picture counts the refusals', () => {
  expect(readPictureTries({ pictureTries: 0 })).toBe(0);
  expect(readPictureTries({ pictureTries: 6 })).toBe(6);
  for (const detail of [
    { pictureTries: -1 },
    { pictureTries: 1.5 },
    { pictureTries: '1' },
    {},
    null,
    undefined,
  ])
    expect(readPictureTries(detail)).toBeNull();
});

test('the edit that adds a picture is due immediately, in the lane of its card', () => {
  const notice = buildPictureEdit(LINK, ids, 3);
  expect(notice).toMatchObject({ kind: 'edit', linkId: 'lnk_1', payload: { pictureTries: 3 } });
  expect(notice).not.toHaveProperty('dueAt');
  expect(notice.lane).not.toBe(buildPictureTry(LINK, ids, 3, NOW).lane);
});

test.each([
  [0, 2_500],
  [1, 5_000],
  [6, 160_000],
])('after %i failed tries the next comes after %i ms', (tries, afterMs) => {
  expect(buildPictureTry(LINK, ids, tries, NOW)).toMatchObject({
    kind: 'qr',
    linkId: 'lnk_1',
    payload: { pictureTries: tries },
    dueAt: NOW + afterMs,
  });
});

test.each([
  ['is_archived', true],
  ['missing_scope', true],
  ['file_update_failed', true],
  ['internal_error', false],
  ['invalid_auth', false],
])('a card may omit its picture after %s: %s', (error, mayOmit) => {
  const refusal = Object.assign(new Error(error), {
    code: 'slack_webapi_platform_error',
    data: { ok: false, error },
  });
  expect(mayBePicture(readSlackFailure(refusal))).toBe(mayOmit);
});

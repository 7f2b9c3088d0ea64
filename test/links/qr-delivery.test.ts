import { expect, test } from 'vitest';
import { mayBePicture } from '../../src/links/card/qr-delivery.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';

test.each([
  ['is_archived', true],
  ['missing_scope', true],
  ['file_update_failed', true],
  ['internal_error', false],
  ['invalid_auth', false],
])('the picture may be why Slack answers %s: %s', (error, mayBe) => {
  const refusal = Object.assign(new Error(error), {
    code: 'slack_webapi_platform_error',
    data: { ok: false, error },
  });
  expect(mayBePicture(readSlackFailure(refusal))).toBe(mayBe);
});

import { expect, test } from 'vitest';
import { buildAuditExportFailed } from '../../src/audit/audit-view.ts';
import { explainFileRefusal } from '../../src/slack/slack-errors.ts';

test.each([
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'not_allowed_file_type',
  'blocked_file_type',
  'storage_limit_reached',
  'file_upload_size_restricted',
  'missing_scope',
  'team_access_not_granted',
])('%s is explained with its code and a next step', (code) => {
  const { what, next } = explainFileRefusal(code);
  expect(what).toMatch(new RegExp(`\\(${code}\\)$`));
  expect(what).not.toContain('Slack does not take');
  expect(next).toMatch(/^(Ask|Try)/);
  expect(buildAuditExportFailed(code).text).toContain(next.split('`')[0]);
});

test.each(['no_such_word', 'constructor', ''])('an unknown code (%j) is shown as it is', (code) => {
  expect(explainFileRefusal(code).what).toBe(`Slack refused the file (${code}).`);
});

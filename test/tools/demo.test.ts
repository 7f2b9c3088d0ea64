import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DEMO = fileURLToPath(new URL('../../dist/tools/demo/demo.js', import.meta.url));

test.each([
  ['--help', {}, 0, /^Paylink, with a local Slack.*--host <address>/s, ''],
  ['--hots', {}, 1, /^$/, /^Unknown option --hots\n\nPaylink, with/],
  ['--host', { SLACK_BOT_TOKEN: 'xoxb-1-2-3' }, 1, /^$/, /^The demo refuses to start here\. .*unset it\.\n$/],
])(
  'npm run demo -- %s with %j says so in a line, and starts nothing',
  (word, env, status, output, errors) => {
    const { PATH } = process.env;
    const demo = spawnSync(process.execPath, [DEMO, word], { env: { PATH, ...env }, encoding: 'utf8' });
    expect(demo.status).toBe(status);
    expect(demo.stdout).toMatch(output);
    expect(demo.stderr).toMatch(errors);
  },
);

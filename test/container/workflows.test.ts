import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import versions from '../matrix/node-versions.json' with { type: 'json' };
import { ROOT } from './read-dockerfile.ts';

const FOLDER = `${ROOT}.github/workflows/`;
const workflows = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(FOLDER + name, 'utf8') }));

test('each workflow pins what it uses by commit, and a job has the permissions that it names alone', () => {
  for (const { name, text } of workflows) {
    expect(text.match(/^permissions: \{\}$/gm), name).toHaveLength(1);
    for (const [, used = ''] of text.matchAll(/uses: (.*)/g))
      expect(used, name).toMatch(/^(?:\.\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
    expect(text.match(/persist-credentials: false/g)).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    );
  }
});

test('on every line of Node that is served, the same runs as before each change', () => {
  const ci = workflows.find(({ name }) => name === 'ci.yml')?.text ?? '';
  const majors = versions.map((version) => version.split('.')[0]);
  expect(ci).toContain(`node: [${majors.join(', ')}]`);
  expect(ci).toMatch(/run: \.ci\/run --shard=\$\{\{ matrix\.part \}\}$/m);
  const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
  expect(release).toContain('uses: ./.github/workflows/ci.yml');
});

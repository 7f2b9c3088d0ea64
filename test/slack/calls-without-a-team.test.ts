import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (folder: string): [file: string, text: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]);

/** Store methods that find a row by id in any workspace. */
const listMethodsWithoutTeam = (): string[] => {
  const given = String.raw`\(((?:[^()]|\([^()]*\))*)\)`;
  const inInterface = new RegExp(String.raw`^ {2}(\w+)${given}: Promise`, 'gm');
  const inStore = new RegExp(String.raw`^ {2,4}(\w+): (?:async )?${given}(?:: [^=]+)? =>`, 'gm');
  return read('src')
    .filter(([file]) => file.startsWith('store/') || file.endsWith('-store.ts'))
    .flatMap(([, text]) => [...text.matchAll(inInterface), ...text.matchAll(inStore)])
    .flatMap(([, name = '', parameters = '']) =>
      /\b(id|linkId|nonce|invoiceId)\b/.test(parameters) && !/team/i.test(parameters) ? [name] : [],
    );
};

/** Their ids come from the store: from a link found in the person's workspace. */
const OF_A_ROW_THAT_WAS_FOUND = [
  'links/card/card-presses.ts: links.history(one.id)',
  'links/hand-over/hand-over.ts: links.get(link.id)',
  'links/hand-over/hand-over.ts: links.get(link.id)',
  'teaching/what-came-press.ts: callbacks.ofLink(link.id)',
];

/** Files that handle Slack requests: only there can an id come from outside. */
const isOfListeners = (text: string): boolean =>
  /slack\/button\.ts'|\b(Request|guard)\b[^;]*from|'@slack\/bolt'/.test(text);

test('no listener finds a row by id alone: ids are looked up in the person’s workspace', () => {
  const methods = listMethodsWithoutTeam();
  expect(methods).toEqual(expect.arrayContaining(['get', 'history', 'dropQr', 'ofLink']));
  expect(methods).not.toContain('find');
  const call = new RegExp(`\\b(\\w+)\\.(${[...new Set(methods)].join('|')})\\(\\s*([^,)]*)`, 'g');
  const parts = /^(links|callbacks|reports|jobs|approvals|auditEntries|schedules|linkDays)$/;
  const calls = read('src')
    .filter(([, text]) => isOfListeners(text))
    .flatMap(([file, text]) =>
      [...text.matchAll(call)].flatMap(([, part = '', method = '', given = '']) =>
        parts.test(part) ? [`${file}: ${part}.${method}(${given})`] : [],
      ),
    );
  expect(calls).toEqual(OF_A_ROW_THAT_WAS_FOUND);
});

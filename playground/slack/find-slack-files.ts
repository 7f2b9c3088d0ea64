import { isRecord } from './parse-json.ts';

export interface NamedFile {
  pointer: string;
  id: unknown;
  url: unknown;
}

/** Every `slack_file` below a value, with where it stands. */
export const findSlackFiles = (value: unknown, at: string): NamedFile[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => findSlackFiles(item, `${at}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'slack_file' && isRecord(part)
      ? [{ pointer: `${at}/slack_file`, id: part['id'], url: part['url'] }]
      : findSlackFiles(part, `${at}/${name}`),
  );
};

import { countRows, escapeMrkdwn } from '../blocks/text.ts';

/** The reply to the person who pressed the button. Mrkdwn. */
export const buildExportStarted = (fileName: string, isNew: boolean): string =>
  isNew
    ? `Reading every row for ${escapeMrkdwn(fileName)}. Progress and the file come in your direct messages with Paylink.`
    : 'That export is already under way: see your direct messages with Paylink.';

/** `narrower`: words of a report command for parts of the range; empty if the range cannot be cut. */
export const buildExportRefusal = ({
  kind,
  cap,
  narrower,
}: {
  kind: string;
  /** The most rows an export can hold. */
  cap: number;
  narrower: readonly string[];
}): string => {
  const what = `Nothing was exported: this range has more than ${countRows(cap)}, the most an export can hold.`;
  if (narrower.length === 0)
    return `${what} The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.`;
  const examples = narrower.map((words) => `\`/paylink ${kind} ${words}\``);
  return `${what} Ask for shorter ranges and export each one, for example ${examples.join(', then ')}.`;
};

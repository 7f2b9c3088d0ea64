/**
 * Slack's limits that the message builders cut to, in characters or items. Sources: the reference pages on docs.slack.dev and the
 * doc comments of `@slack/types`; where the two differ, the smaller number counts. The local Slack has all of them, and refuses more.
 */
export const limits = {
  /** Recommended by the reference of chat.postMessage. */
  message: { textRecommended: 4_000 },
  view: { blocks: 100, title: 24, submit: 24, close: 24, privateMetadata: 3_000 },
  /** Any text object; at least one character. */
  text: 3_000,
  header: 150,
  section: { text: 3_000 },
  input: { label: 2_000, hint: 2_000 },
  dataTable: { columns: 20, pageSize: 100 },
  button: { text: 75, value: 2_000, url: 3_000, accessibilityLabel: 75 },
  select: { options: 100, groupLabel: 75 },
  /** Checkboxes and radio buttons. */
  choices: { options: 10 },
  /** `value`: 75 in the package's types, 150 in newer pages. */
  option: { text: 75, description: 75, value: 75 },
  placeholder: 150,
  confirm: { title: 100, text: 300, button: 30 },
  plainTextInput: { length: 3_000 },
  fileInput: { files: 10 },
} as const;

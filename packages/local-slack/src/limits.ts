/**
 * Slack's limits, in characters or items unless a name says otherwise: anything longer is refused. Sources: the
 * reference pages on docs.slack.dev and the doc comments of `@slack/types`; where the two differ, the smaller
 * number counts.
 */
export const limits = {
  message: {
    blocks: 50,
    /** Recommended by the reference of chat.postMessage. */
    textRecommended: 4_000,
    /** Past this, `chat.postMessage` cuts the text off. */
    text: 40_000,
    /** Past this, `chat.update` refuses with `msg_too_long`. Slack gives no number for `chat.postEphemeral`. */
    textOfUpdate: 4_000,
    /** Bytes of JSON. No source says at what size Slack answers `metadata_too_large`. */
    metadata: 8_000,
    attachments: 100,
    /**
     * Characters over all blocks together, and the reference's number for the cells of tables. Slack gives none for the rest, and
     * has answered `msg_blocks_too_long` at 11,341 (bolt-js#2867).
     */
    blocksText: 10_000,
    /** `markdown_text`. */
    markdown: 12_000,
    tables: 1,
  },
  view: {
    blocks: 100,
    title: 24,
    submit: 24,
    close: 24,
    privateMetadata: 3_000,
    callbackId: 255,
    externalId: 255,
    /** Views open on top of each other. */
    stack: 3,
    /** From the reference of views.open: `view_too_large` past 250 kB. */
    bytes: 250_000,
  },
  id: { blockId: 255, actionId: 255 },
  /** Any text object; at least one character. */
  text: 3_000,
  header: 150,
  section: { text: 3_000, fields: 10, field: 2_000 },
  context: { elements: 10 },
  actions: { elements: 25 },
  contextActions: { elements: 5 },
  alert: { text: 200 },
  image: { altText: 2_000, title: 2_000, url: 3_000 },
  input: { label: 2_000, hint: 2_000 },
  card: { title: 150, subtitle: 150, body: 200, actions: 3 },
  carousel: { cards: 10 },
  container: { title: 150, subtitle: 150, blocks: 10 },
  table: { rows: 100, columns: 20 },
  /**
   * `rows` counts the header row: sources say 101 and 201, so at most 100 rows of data. No source limits `caption`.
   */
  dataTable: { rows: 101, columns: 20, pageSize: 100, caption: 2_000 },
  /**
   * `inMessage` counts the charts of one message; the rest applies to each chart. Sources say 6 and 12
   * series, and 6 and 12 segments.
   */
  charts: { inMessage: 2, title: 50, series: 6, points: 20, label: 20, axisLabel: 50, segments: 6 },
  button: { text: 75, value: 2_000, url: 3_000, accessibilityLabel: 75 },
  overflow: { options: 5 },
  select: { options: 100, groups: 100, groupLabel: 75 },
  /** Checkboxes and radio buttons. */
  choices: { options: 10 },
  /** `value`: 75 in the package's types, 150 in newer pages. */
  option: { text: 75, description: 75, value: 75, url: 3_000 },
  placeholder: 150,
  confirm: { title: 100, text: 300, button: 30 },
  plainTextInput: { length: 3_000 },
  richTextInput: { lines: 100 },
  fileInput: { files: 10 },
  responseUrl: { uses: 5, minutes: 30 },
  /** Seconds within which the app must answer, and within which a trigger works. */
  answerSeconds: 3,
} as const;

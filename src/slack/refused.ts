/** What was asked for cannot be done: `words` say why and what to do next, to the person, as mrkdwn. Thrown by any handler. */
export class Refused extends Error {
  override name = 'Refused';
  readonly words: string;
  /** What is wrong with each of the form's fields, in plain text. Null: it is about all of it. */
  readonly errors: Readonly<Record<string, string>> | null;

  constructor(words: string | Readonly<Record<string, string>>, field: string | null = null) {
    super('refused');
    this.words = typeof words === 'string' ? words : Object.values(words).join(' ');
    this.errors = typeof words === 'string' ? (field === null ? null : { [field]: words }) : words;
  }
}

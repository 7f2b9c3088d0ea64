/** What was asked for cannot be done: `words` say why and what to do next, to the person, as mrkdwn. Thrown by any handler. */
export class Refused extends Error {
  override name = 'Refused';
  readonly words: string;
  /** The block of the form with what is wrong; an error there is plain text. Null: it is about all of it. */
  readonly field: string | null;

  constructor(words: string, field: string | null = null) {
    super('refused');
    this.words = words;
    this.field = field;
  }
}

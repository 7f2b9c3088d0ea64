/** A file that holds no list of links. Its words tell a person what is wrong with it and what to do. */
export class BatchFileRefused extends Error {
  override name = 'BatchFileRefused';
  readonly words: string;

  constructor(words: string) {
    super('the file holds no list of links');
    this.words = words;
  }
}

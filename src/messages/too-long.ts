/** Said in the place of an answer: a line that was cut would be read as another one. */
export const buildTooLong = ({ length, most }: { length: number; most: number }): string =>
  `That is ${length.toLocaleString('en-US')} characters, and Paylink reads at most ${most.toLocaleString('en-US')} after a command: shorten it and send it again.`;

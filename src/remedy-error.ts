/** Its message says what is wrong and what to do, so nobody needs its stack. */
export class RemedyError extends Error {
  /** 78: the surroundings are wrong, and stay so until a person changes them (EX_CONFIG of sysexits.h). 1: it may pass by itself. */
  readonly exitCode: 1 | 78 = 78;
}

/** Ends a command of the shell. Throws again what names no remedy. */
export const endRefused = (error: unknown): void => {
  if (!(error instanceof RemedyError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
};

/** What `run-mutation.mjs` asks of one run of the tests. Read from the file that `MUTATION_PLAN` names. */
export interface Plan {
  /** The file that faults are planted in, absolute, and its text with all of them in it. */
  file: string;
  planted: string;
  tests: string[];
  faults: string[];
  /** A line of JSON is added for every fault: a process that hangs is ended, and the next one goes on behind it. */
  results: string;
  /** The PostgreSQL server that the tests run on; null: the embedded database. */
  server: string | null;
}

/** Of the fault `none` `noticed` says that the tests fail by themselves. `noticed`: a test failed, or the file could not be loaded. `uncovered`: no test runs the line. */
export interface Result {
  fault: string;
  became: 'started' | 'noticed' | 'unnoticed' | 'uncovered';
}

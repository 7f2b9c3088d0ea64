/** What `run-mutation.mjs` asks of one run of the tests. Read from the file that `MUTATION_PLAN` names. */
export interface Plan {
  /** Absolute path of the mutated file, and its instrumented text. */
  file: string;
  planted: string;
  tests: string[];
  faults: string[];
  /** One line of JSON per fault: if a process hangs it is killed, and the next one continues. */
  results: string;
  /** The tests' PostgreSQL server; null: the embedded database. */
  server: string | null;
}

/**
 * `noticed`: a test failed, or the file could not be loaded (for the fault `none`: the tests fail without a fault).
 * `uncovered`: no test runs the line.
 */
export interface Result {
  fault: string;
  became: 'started' | 'noticed' | 'unnoticed' | 'uncovered';
}

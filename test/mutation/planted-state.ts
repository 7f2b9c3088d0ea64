type Hits = Record<string, number>;

/** State of Stryker's instrumented code. */
export interface Planted {
  activeMutant?: string | ReadonlySet<string> | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

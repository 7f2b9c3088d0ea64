export declare const describePackages: (shipped: {
  /** The bundle's modules, by their paths. */
  modules: string[];
  /** The names of the packages beside it. */
  outside: string[];
  root: string;
}) => string;

export declare const describePackages: (shipped: {
  /** The bundle's modules, by their paths. */
  modules: string[];
  /** The folder with the lock file. */
  root: string;
}) => string;

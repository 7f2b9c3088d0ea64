import type { JsonRecord } from './read-json.ts';

/** A tab of the drawer, and its entry in the Simulator menu. */
export interface Panel {
  /** One word, for attributes. */
  name: string;
  title: string;
  note: string;
  /** HTML; the script itself escapes what others wrote. */
  render(): string;
  /** Called when it is shown, and when no longer. */
  watch(isShown: boolean): void;
}

export interface FaultSwitch {
  /** Differs from all others’. */
  id: string;
  words: string;
  note: string;
  fault: JsonRecord;
}

/** What can be made to misbehave: `{address}/_play/faults` lists its faults, takes one by POST, and drops all by DELETE. */
export interface FaultGroup {
  title: string;
  /** Within a sentence. */
  who: string;
  /** Empty: the local Slack’s own. */
  address: string;
  switches: readonly FaultSwitch[];
}

export interface Extension {
  panels: readonly Panel[];
  faults: readonly FaultGroup[];
}

/** The default export of the script at the address `page.panels`. `root`: the drawer, for its listeners; `changed` draws again. */
export type CreateExtension = (page: { root: HTMLElement; changed: () => void }) => Extension;

export const NO_EXTENSION: Extension = { panels: [], faults: [] };

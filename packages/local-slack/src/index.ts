export { type BehaviourName, type GivenBehaviours, QUESTIONS } from './behaviours.ts';
export { type BlockFault, checkMessageBlocks, checkView } from './check-blocks.ts';
export type { GivenWorkspace } from './given-workspace.ts';
export { limits } from './limits.ts';
export * from './local-slack.ts';
export type { CreateExtension, Extension, FaultGroup, Panel } from './page/extension.ts';
export type * from './page/page-api.ts';
export { readManifest } from './read-manifest.ts';
export { createSlackOfTeams, type SlackOfTeams, type SlackOfTeamsOptions } from './slack-of-teams.ts';

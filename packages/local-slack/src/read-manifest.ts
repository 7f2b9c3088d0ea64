import { z } from 'zod';
import type { Features, StepParameter } from './page/page-api.ts';

const shortcutSchema = z.object({
  type: z.enum(['global', 'message']),
  name: z.string(),
  description: z.string(),
  callback_id: z.string(),
});

const parametersSchema = z.strictObject({
  properties: z.record(
    z.string(),
    z.object({ type: z.string(), title: z.string(), description: z.string().default('') }),
  ),
  required: z.array(z.string()),
});

const functionsSchema = z.record(
  z.string().max(100),
  z.strictObject({
    ...{ title: z.string(), description: z.string() },
    ...{ input_parameters: parametersSchema, output_parameters: parametersSchema },
  }),
);

const readParameters = ({ properties, required }: z.infer<typeof parametersSchema>): StepParameter[] =>
  Object.entries(properties).map(([name, one]) => ({ name, ...one, isRequired: required.includes(name) }));

/** Slack takes steps only of apps like this. */
const STEP_SETTINGS = 'functions need the settings function_runtime "remote" and org_deploy_enabled';

const manifestSchema = z
  .object({
    display_information: z.object({ name: z.string() }).optional(),
    features: z
      .object({
        slash_commands: z
          .array(
            z.object({
              command: z.string(),
              description: z.string(),
              usage_hint: z.string().default(''),
              should_escape: z.boolean().default(false),
            }),
          )
          .default([]),
        shortcuts: z.array(shortcutSchema).default([]),
      })
      .default({ slash_commands: [], shortcuts: [] }),
    settings: z
      .object({
        event_subscriptions: z.object({ bot_events: z.array(z.string()) }).optional(),
        ...{ function_runtime: z.string().optional(), org_deploy_enabled: z.boolean().optional() },
      })
      .optional(),
    functions: functionsSchema.default({}),
    oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  })
  .refine(
    ({ functions, settings }) =>
      Object.keys(functions).length === 0 ||
      (settings?.function_runtime === 'remote' && settings.org_deploy_enabled === true),
    STEP_SETTINGS,
  );

/** An app’s name, what its manifest asks for (scopes and events), and what it offers people: commands, shortcuts and steps. */
export const readManifest = (
  manifest: unknown,
): { name: string | null; features: Features; scopes: string[] } => {
  const { display_information, features, settings, oauth_config, functions } = manifestSchema.parse(manifest);
  return {
    name: display_information?.name ?? null,
    features: {
      commands: features.slash_commands.map(({ usage_hint, should_escape, ...command }) => ({
        ...command,
        usageHint: usage_hint,
        shouldEscape: should_escape,
      })),
      shortcuts: features.shortcuts.map(({ callback_id, ...shortcut }) => ({
        ...shortcut,
        callbackId: callback_id,
      })),
      steps: Object.entries(functions).map(
        ([callbackId, { input_parameters, output_parameters, ...step }]) => ({
          ...{ callbackId, ...step },
          ...{ inputs: readParameters(input_parameters), outputs: readParameters(output_parameters) },
        }),
      ),
      events: settings?.event_subscriptions?.bot_events ?? [],
    },
    scopes: oauth_config.scopes.bot,
  };
};

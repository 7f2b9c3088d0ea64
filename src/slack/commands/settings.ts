import type { RespondArguments, SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { type OpenSettingsDependencies, openSettings } from '../open-settings.ts';

interface SettingsArgs {
  command: Pick<SlashCommand, 'team_id' | 'user_id' | 'trigger_id'>;
  client: Pick<WebClient, 'views'>;
  respond: (message: RespondArguments) => Promise<unknown>;
}

/** `/paylink settings`. To be called after the ack, under `guard`. */
export const handleSettingsCommand = (
  { command, client, respond }: SettingsArgs,
  dependencies: OpenSettingsDependencies,
): Promise<void> =>
  openSettings(
    client,
    dependencies,
    { triggerId: command.trigger_id, teamId: command.team_id, userId: command.user_id },
    (text) => respond({ response_type: 'ephemeral', text }),
  );

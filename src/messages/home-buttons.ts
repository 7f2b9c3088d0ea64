import type { ActionsBlock, Button } from '@slack/types';
import { limits } from './limits.ts';
import { plain } from './text.ts';

export const HOME_NEW_LINK_ACTION = 'home_new_link';
export const HOME_REPORT_ACTION = 'home_report';
export const HOME_REFRESH_ACTION = 'home_refresh';
export const HOME_SETTINGS_ACTION = 'home_settings';

export interface HomeButtons {
  canReport: boolean;
  canSet: boolean;
}

export const buildHomeButtons = ({ canReport, canSet }: HomeButtons): ActionsBlock => ({
  type: 'actions',
  block_id: 'home_buttons',
  elements: [
    { ...buildButton(HOME_NEW_LINK_ACTION, 'New payment link'), style: 'primary' },
    ...(canReport ? [buildButton(HOME_REPORT_ACTION, 'Report…')] : []),
    buildButton(HOME_REFRESH_ACTION, 'Refresh'),
    ...(canSet ? [buildButton(HOME_SETTINGS_ACTION, 'Settings')] : []),
  ],
});

function buildButton(actionId: string, text: string): Button {
  return { type: 'button', action_id: actionId, text: plain(text, limits.button.text) };
}

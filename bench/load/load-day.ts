import { setTimeout as delay } from 'node:timers/promises';
import {
  DETAILS_ACTION,
  REFRESH_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from '../../src/links/card/card-buttons-view.ts';
import { NEXT_PAGE_ACTION, TOTALS_ACTION } from '../../src/reports/report-buttons-view.ts';
import type { SeenMessage, SeenModal } from './lean-slack.ts';
import type { LoadTeam } from './load-team.ts';
import type { People, SeenButton } from './people.ts';

/** Shares per twenty commands. A form may be submitted, and buttons of a card or report pressed. */
const COMMANDS = [
  ...Array.from({ length: 12 }, () => ''),
  '250 Sara Khan sara@example.com 050 123 4567 for June rent',
  'new',
  'transactions today',
  'transactions yesterday',
  'links today',
  'payouts last week',
  'business',
  'help',
];
const REPORTS = /^(transactions|links|payouts)/;
/** Of the forms that are opened. */
const SUBMITTED_EVERY = 5;
/** Of the reports. */
const PRESSED_EVERY = 4;
const CARD_ACTIONS = [REFRESH_ACTION, DETAILS_ACTION, SHOW_QR_ACTION, WHATSAPP_ACTION];
const REPORT_ACTIONS = [TOTALS_ACTION, NEXT_PAGE_ACTION];
/** Time to fill in a form or find a button. */
const THINKING_MS = 500;
/** Slack's limit for opening a form. */
const FORM_WITHIN_MS = 10_000;

interface LoadDay {
  /** Types the command with this number and carries out what follows. */
  command(number: number): void;
  /** Somebody in this workspace creates a link. */
  makeLink(team: LoadTeam): void;
  onModal(triggerId: string, modal: SeenModal): void;
  onPost(message: SeenMessage): void;
  onUpdate(message: SeenMessage): void;
  onResponse(path: string, buttons: SeenButton[]): void;
  /** Resolves when everything that was started has its answer. */
  finished(): Promise<void>;
  isBusy(): boolean;
  /** From now on nobody presses buttons. */
  end(): void;
  figures(): PeopleFigures;
}

export interface PeopleFigures {
  commands: number;
  submitted: number;
  /** Forms that did not open. */
  formsMissed: number;
  /** Submitted forms that did not lead to a link. */
  formsRefused: number;
  cards: number;
}

/** Plays the people of all workspaces: one command after the other, round robin. */
export const createLoadDay = (
  teams: readonly LoadTeam[],
  people: () => People,
  formWithinMs: number = FORM_WITHIN_MS,
): LoadDay => {
  const underWay = new Set<Promise<void>>();
  const modals = new Map<string, (modal: SeenModal | null) => void>();
  const readers = new Map<string, LoadTeam>();
  const figures = { commands: 0, submitted: 0, formsMissed: 0, formsRefused: 0, cards: 0 };
  /** Cards still without their first edit, which adds the buttons. */
  const unpressed = new Set<string>();
  let pressed = 0;
  let forms = 0;
  let reports = 0;
  let isOver = false;

  const begin = (work: () => Promise<void>): void => {
    const run = work().finally(() => underWay.delete(run));
    underWay.add(run);
  };

  const awaitModal = (triggerId: string): Promise<SeenModal | null> =>
    new Promise((resolve) => {
      const settle = (modal: SeenModal | null) => {
        clearTimeout(timer);
        modals.delete(triggerId);
        resolve(modal);
      };
      const timer = setTimeout(() => settle(null), formWithinMs);
      modals.set(triggerId, settle);
    });

  const useForm = async (team: LoadTeam, text: string, isSubmitted?: true): Promise<void> => {
    const triggerId = people().newTrigger(team);
    const opened = awaitModal(triggerId);
    forms += 1;
    const number = forms;
    await people().command(team, team.cashierId, text, triggerId);
    const modal = await opened;
    if (modal === null) {
      figures.formsMissed += 1;
      return;
    }
    if (!isSubmitted && number % SUBMITTED_EVERY !== 0) return;
    await delay(THINKING_MS);
    figures.submitted += 1;
    const { text: answer } = await people().submit(team, team.cashierId, modal, number);
    if (!answer.includes('"response_action":"update"')) figures.formsRefused += 1;
  };

  const press = (
    team: LoadTeam,
    userId: string,
    button: SeenButton,
    place: { ts: string } | { responsePath: string },
  ) =>
    begin(async () => {
      await delay(THINKING_MS);
      if (!isOver) await people().press(team, userId, button, place);
    });

  return {
    command: (number) => {
      const team = teams[number % teams.length];
      // A step that shares no factor with the number of workspaces, or each would always type the same.
      const text = COMMANDS[(number + Math.floor(number / teams.length)) % COMMANDS.length];
      if (!team || text === undefined) return;
      figures.commands += 1;
      const isForm = !REPORTS.test(text) && text !== 'business' && text !== 'help';
      begin(async () => {
        if (isForm) return useForm(team, text);
        const triggerId = people().newTrigger(team);
        if (REPORTS.test(text)) readers.set(team.key, team);
        await people().command(team, team.adminId, text, triggerId);
      });
    },
    makeLink: (team) => begin(() => useForm(team, '', true)),
    onModal: (triggerId, modal) => modals.get(triggerId)?.(modal),
    onPost: ({ ts, buttons }) => {
      // Only a card has this button.
      if (!buttons.some(({ actionId }) => actionId === DETAILS_ACTION)) return;
      figures.cards += 1;
      unpressed.add(ts);
    },
    onUpdate: ({ team, ts, buttons }) => {
      if (!unpressed.delete(ts)) return;
      pressed += 1;
      const action = CARD_ACTIONS[pressed % CARD_ACTIONS.length];
      const button = buttons.find(({ actionId }) => actionId === action);
      if (button) press(team, team.cashierId, button, { ts });
    },
    onResponse: (path, buttons) => {
      const team = readers.get(path.split('/')[2] ?? '');
      const button = buttons.find(({ actionId }) => REPORT_ACTIONS.includes(actionId));
      if (!team || !button) return;
      reports += 1;
      if (reports % PRESSED_EVERY === 0) press(team, team.adminId, button, { responsePath: path });
    },
    finished: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    isBusy: () => underWay.size > 0,
    end: () => {
      isOver = true;
    },
    figures: () => ({ ...figures }),
  };
};

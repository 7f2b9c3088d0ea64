import type { CreateExtension } from '../../../packages/local-slack/src/page/extension.ts';
import { createPaymentsPanel } from './payments-panel.ts';
import { buildServiceFaults } from './service-faults.ts';

/** What the sandbox adds to the page of the local Slack, from the address that served this script. */
const createPanels: CreateExtension = ({ root, changed }) => {
  const address = new URL(import.meta.url).origin;
  const style = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: new URL('payments.css', import.meta.url).href,
  });
  document.head.append(style);
  return {
    panels: [createPaymentsPanel({ address, root, changed })],
    faults: [buildServiceFaults(address)],
  };
};

export default createPanels;

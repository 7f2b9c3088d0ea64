import { once } from 'node:events';
import type { Server } from 'node:http';
import type { SandboxService } from './sandbox-api.ts';
import type { FaultTaker } from './service-faults.ts';

/** Ends the listening and every connection. */
export const stopListening = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** Takes the service away, and brings it back at the same address. */
export const createOutage = ({
  server,
  faults,
}: {
  server: Server;
  faults: Pick<FaultTaker, 'setOut'>;
}): SandboxService['outage'] => {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return async (how) => {
    faults.setOut(how !== 'off');
    if (how === 'refuse') return stopListening(server);
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
};

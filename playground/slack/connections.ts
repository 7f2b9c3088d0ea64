import type { Socket } from 'node:net';

export interface Connections {
  /** Whether this connection has carried a call before; to be asked once for each call. */
  isReused(socket: Socket | null): boolean;
}

export const createConnections = (): Connections => {
  const used = new WeakSet<Socket>();
  return {
    isReused(socket) {
      if (socket === null) return false;
      const isReused = used.has(socket);
      used.add(socket);
      return isReused;
    },
  };
};

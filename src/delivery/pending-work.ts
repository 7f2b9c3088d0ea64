/** Work that goes on after Slack got its response, so that a stopping process can wait for it. */
export interface PendingWork {
  track<T>(task: Promise<T>): Promise<T>;
  /** Resolves when all tracked work has settled. */
  finished(): Promise<void>;
}

export const createPendingWork = (): PendingWork => {
  const tasks = new Set<Promise<unknown>>();
  return {
    track: (task) => {
      tasks.add(task);
      const forget = () => tasks.delete(task);
      task.then(forget, forget);
      return task;
    },
    finished: async () => {
      while (tasks.size > 0) await Promise.allSettled(tasks);
    },
  };
};

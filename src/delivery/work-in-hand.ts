/** Work that continues after Slack has its answer, so that a stopping process can wait for it. */
interface WorkInHand {
  track<T>(task: Promise<T>): Promise<T>;
  /** Resolves when everything tracked has ended, whether it succeeded or not. */
  finished(): Promise<void>;
}

export const createWorkInHand = (): WorkInHand => {
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

import { afterEach, beforeAll } from 'vitest';
import { keepNoted } from '../fixtures/note-shown.ts';
import { describeScreens, watchScreens } from '../fixtures/screens.ts';

beforeAll(() => watchScreens([]));

/** A failed test ends with what people would have seen. */
afterEach(({ task }) => {
  keepNoted(task.file.name);
  const error = task.result?.errors?.at(-1);
  const screens = error === undefined ? '' : describeScreens();
  if (error && screens !== '') error.message = `${error.message}\n\nOn the screens:\n${screens}`;
});

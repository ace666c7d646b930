// Watches an account as a process of the API does, but without the second between two looks.
import { createChangeWatch } from '../../../shared/resources/change-marks.ts';
import type { TestApp } from './app.ts';

const PAUSE_MS = 10;

/** What was named so far. */
export interface WatchedAccount {
  /** Waits until all of these were named since the last call of `forget`. */
  until(...names: string[]): Promise<void>;
  /** What was named. */
  named: ReadonlySet<string>;
  /** Waits until everything that was changed before is seen, and forgets it. */
  forget(): Promise<void>;
  stop(): void;
}

/** Watches an account in a session of it. */
export async function watchAccount(
  app: TestApp,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<WatchedAccount> {
  const named = new Set<string>();
  let looked = () => {};
  const nextLook = () =>
    new Promise<void>((resolve) => {
      looked = resolve;
    });
  const wait = async () => {
    looked();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  const { pool: database, clock, deps } = app;
  const watch = createChangeWatch({ database, clock, log: deps.log, wait });
  const isOver = { value: false };
  watch.watch({
    ...{ accountId, sessionId },
    onChanged: (names) => {
      for (const name of names) named.add(name);
    },
    onEnd: () => {
      isOver.value = true;
      looked();
    },
  });
  const look = async () => {
    await nextLook();
    if (isOver.value) throw new Error('The watch has ended.');
  };
  await look();
  return {
    named,
    async until(...names) {
      while (!names.every((name) => named.has(name))) await look();
    },
    async forget() {
      for (let looks = 0; looks < 2; looks += 1) await look();
      named.clear();
    },
    stop: () => watch.close(),
  };
}

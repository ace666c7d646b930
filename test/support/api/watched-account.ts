// Watches an account as a process of the API does, but without the second between two looks.

import type { ApiDeps } from '../../../api/deps.ts';
import { createChangeWatch } from '../../../shared/resources/change-marks.ts';
import type { TestApp } from './app.ts';

const PAUSE_MS = 10;

/** The watch of a process whose looks follow each other at once. */
export function watchWithoutPause(
  { database, clock, log }: Pick<ApiDeps, 'database' | 'clock' | 'log'>,
  onRest = () => {},
): Pick<ApiDeps, 'changes'> {
  const wait = async () => {
    onRest();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  return { changes: createChangeWatch({ database, clock, log, wait }) };
}

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
  const { changes: watch } = watchWithoutPause(app.deps, () => looked());
  const isOver = { value: false };
  watch.watch({
    accountId,
    sessionId,
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

// What must be undone when the house closes, in reverse order of its making. It may close while it is still being
// made (Ctrl-C during the first start): what is made after that is undone at once.

/** Undoes one thing. */
export type Undo = () => void | Promise<void>;

/** The things to undo. */
export interface Teardown {
  /** Remembers an undo; runs it at once when the house is closing. */
  add(undo: Undo): Promise<void>;
  /** Runs them all, the last one first. What one of them throws is given to `onError` and stops none. */
  run(): Promise<void>;
}

/** Creates an empty teardown. */
export function createTeardown(onError: (error: unknown) => void): Teardown {
  const undos: Undo[] = [];
  let closing: Promise<void> | undefined;
  const runAll = async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    async add(undo) {
      undos.push(undo);
      // Behind a run in progress; what is left when that ends is run here.
      if (closing !== undefined) await closing.then(runAll);
    },
    run() {
      closing ??= runAll();
      return closing;
    },
  };
}

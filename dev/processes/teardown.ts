// The clean-up steps of a stop, in reverse order of the start. A stop may come during the start (Ctrl-C during the
// first start): what is started after that is cleaned up at once.

/** A clean-up step. */
export type Undo = () => void | Promise<void>;

/** A list of clean-up steps. */
export interface Teardown {
  /** Adds a step; runs it at once when the clean-up has begun. */
  add(undo: Undo): Promise<void>;
  /** Runs all steps, the last one first. The error of a step is passed to `onError` and does not stop the others. */
  run(): Promise<void>;
}

/** Creates an empty list. */
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
      // Waits for a clean-up in progress, and then runs the steps that were added during it.
      if (closing !== undefined) await closing.then(runAll);
    },
    run() {
      closing ??= runAll();
      return closing;
    },
  };
}

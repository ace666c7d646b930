// The other end of start.ts: a process of the bench tells that it is ready, answers the bench's questions, and ends
// when it is told to or when the bench is gone.

/** What runs in the process. */
export interface Service {
  /** Told to the bench with the word ready. */
  announcement?: object;
  answer?(question: never): Promise<object>;
  stop(): Promise<void> | void;
}

/** An orderly stop that takes longer helps nobody. */
const STOP_TIMEOUT_MS = 5_000;

/** Runs the service until SIGTERM or the end of the bench. What `start` throws ends the process. */
export async function serveParent(start: () => Service | Promise<Service>): Promise<void> {
  let stopping = false;
  const started = Promise.resolve().then(start);
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    const service = await started;
    await service.stop();
    process.exit(0);
  };
  const stopOrFail = () => void stop().catch(fail);
  process.once('SIGTERM', stopOrFail);
  process.once('disconnect', stopOrFail);
  const { announcement = {}, answer } = await started;
  process.on('message', (question) => {
    answer?.(question as never).then((reply) => process.send?.(reply), fail);
  });
  process.send?.({ type: 'ready', ...announcement });
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

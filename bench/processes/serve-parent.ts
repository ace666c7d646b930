// The child's end of the IPC channel of start.ts: a process of the bench announces that it is ready, answers the
// bench's questions, and ends on SIGTERM or when the bench is gone.

/** The service that runs in the process. */
export interface Service {
  /** Sent to the bench when the process is ready. */
  announcement?: object;
  answer?(question: never): Promise<object>;
  stop(): Promise<void> | void;
}

/** After this time a graceful stop is given up. */
const STOP_TIMEOUT_MS = 5_000;

/** Runs the service until SIGTERM or the end of the bench. An error of `start` ends the process. */
export async function serveParent(start: () => Service | Promise<Service>): Promise<void> {
  let stopping = false;
  const started = Promise.resolve().then(start);
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    const service = await started;
    await service.stop();
    process.exit(exitCode);
  };
  const stopOrFail = () => void stop(0).catch(fail);
  process.once('SIGTERM', stopOrFail);
  process.once('disconnect', stopOrFail);
  const { announcement = {}, answer } = await started;
  process.on('message', (question) => {
    answer?.(question as never).then(
      (reply) => process.send?.(reply),
      // What the service has started, such as Postgres, must not survive it.
      (error: unknown) => {
        report(error);
        stop(1).catch(fail);
      },
    );
  });
  process.send?.({ type: 'ready', ...announcement });
}

function fail(error: unknown): never {
  report(error);
  process.exit(1);
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

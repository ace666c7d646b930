// `npm start`: runs the local stack until Ctrl-C, and reports every failure in one sentence. The first signal stops it
// gracefully, a second one at once; either way everything has ended after ten seconds.
import { createLog } from '../shared/platform/log/log.ts';
import { describeAnnouncement } from './announcement.ts';
import { startLocalStack } from './local-stack.ts';
import { createTeardown } from './processes/teardown.ts';
import { atMost } from './processes/time-limit.ts';
import { readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';

/** The time limits of all parts add up to less (local-stack.ts, postgres/postmaster.ts). */
const CLOSE_TIMEOUT_MS = 9_800;
/** Time for a start in progress to notice that it must stop. */
const NOTICE_MS = 2_000;
/** npm forwards a signal that the terminal has already sent to this process: both together are one Ctrl-C. */
const SAME_SIGNAL_MS = 500;

run();

function run(): void {
  // A closed terminal or pipe must not end the process with an error.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  let settings: Settings;
  try {
    settings = readSettings(process.env, process.argv.slice(2));
  } catch (error) {
    report(error);
    process.exit(1);
  }
  const log = createLog({ level: settings.logLevel ?? 'warn', process: 'start' });
  const closing = new AbortController();
  const hurry = new AbortController();
  const teardown = createTeardown((error) => log.warn({ err: error }, 'a part of npm start did not stop'));
  const tools = { log, teardown, closing: closing.signal, hurry: hurry.signal, say, giveUp: fail };
  listenToSignals(close, () => hurry.abort());
  process.on('uncaughtException', fail);
  const started = startLocalStack(settings, tools);
  started.then(({ announcement, signInUrl, isWelcomed }) => {
    say(describeAnnouncement(announcement, { signInUrl, isWelcomed, dataDir: settings.dataDir }));
    process.send?.({ type: 'ready' });
  }, fail);

  function fail(error: unknown): void {
    if (closing.signal.aborted) return;
    report(error);
    close(1);
  }

  function close(exitCode: number): void {
    if (closing.signal.aborted) return;
    closing.abort();
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    teardown
      .run()
      .then(() =>
        atMost(
          NOTICE_MS,
          started.catch(() => {}),
        ),
      )
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      );
  }
}

function listenToSignals(close: (exitCode: number) => void, hurry: () => void): void {
  let firstAt: number | undefined;
  const handle = () => {
    if (firstAt === undefined) say('Stopping …');
    firstAt ??= performance.now();
    if (performance.now() - firstAt > SAME_SIGNAL_MS) hurry();
    else close(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  // The IPC channel to a parent program has closed: that program has ended.
  process.once('disconnect', () => close(0));
}

function say(line: string): void {
  console.log(line);
}

function report(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}

// The product for a flow: supervised processes with one environment, and a mail server that takes what they send.
import { freePort } from '../../../dev/processes/ports.ts';
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { type SmtpSinkOptions, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { flowEnvironment, type Supervised, supervise } from './supervised.ts';

/** What differs between flows. */
export interface ProductOptions {
  databaseUrl: string;
  /** If absent, the queues are in Postgres. */
  redisUrl?: string | undefined;
  logLevel?: string;
  /** More variables of the environment. */
  more?: Record<string, string>;
  sink?: SmtpSinkOptions;
  /** The logs of all processes are appended to it. */
  logFile?: string | undefined;
}

/** A prepared product. */
export type Product = Awaited<ReturnType<typeof prepareProduct>>;

/** Prepares it; the caller starts its processes, and stops all at the end. */
export async function prepareProduct({
  logLevel = 'warn',
  more,
  sink: options,
  logFile,
  ...given
}: ProductOptions) {
  const sink = await startSmtpSink(options);
  const port = await freePort();
  const inboundPort = await freePort();
  const submissionPort = await freePort();
  const servers = { ...given, smtpUrl: sink.url, port, secretKey: TEST_SECRET_KEY, logLevel };
  const environment = {
    ...flowEnvironment(servers),
    INBOUND_PORT: String(inboundPort),
    SUBMISSION_PORT: String(submissionPort),
    SUBMISSIONS_PORT: '0',
    ...more,
  };
  const processes: Supervised[] = [];
  const start = async (command: [string, ...string[]], crashes: readonly string[] = [], own = {}) => {
    const process = await supervise({ command, environment: { ...environment, ...own }, crashes, logFile });
    processes.push(process);
    return process;
  };
  return {
    sink,
    url: `http://127.0.0.1:${port}`,
    inboundPort,
    submissionPort,
    startApi: (own?: Record<string, string>) => start(['api/main.ts'], [], own),
    /** Starts the SMTP server for incoming mail. @param crashes where it kills itself, life by life */
    startInbound: (crashes?: readonly string[], own?: Record<string, string>) =>
      start(['smtp/main.ts', 'inbound'], crashes, own),
    /** Starts the SMTP servers for mail from programs. @param crashes where it kills itself, life by life */
    startSubmission: (crashes?: readonly string[], own?: Record<string, string>) =>
      start(['smtp/main.ts', 'submission'], crashes, own),
    /** Starts a worker of some groups. @param crashes where it kills itself, life by life */
    startWorker: (
      groups: string | readonly string[],
      crashes?: readonly string[],
      own?: Record<string, string>,
    ) => start(['workers/main.ts', ...[groups].flat()], crashes, own),
    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
      await sink.stop();
    },
  };
}

// What a process gives its SMTP server, and what it stops it with.
import type { Config } from '../../shared/platform/config/config.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { ServerWatch } from '../../shared/platform/db/sessions/server-watch.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { PassCrashPoint } from '../../shared/platform/process/crash-points.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { Ids } from '../../shared/platform/time/ids.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';

/** The dependencies of a process. */
export interface ServerDeps {
  config: Config;
  log: Logger;
  clock: Clock;
  ids: Ids;
  metrics: Metrics;
  database: Database;
  queues: Queues;
  watch: ServerWatch;
  passCrashPoint: PassCrashPoint;
  /** MAIL_HOSTNAME, in lower-case ASCII. */
  mailHostname: string;
}

/** A server that listens. */
export interface OpenedServer {
  /** The ports where it listens, for the announcement of the process. */
  ports: Readonly<Record<string, number>>;
  /** Further connection pools, which the process closes. */
  pools: Readonly<Record<string, Database>>;
  /** Resolves when everything that was answered is stored. */
  stop(): Promise<void>;
}

/** Opens the server of a process. */
export type OpenServer = (deps: ServerDeps) => Promise<OpenedServer>;

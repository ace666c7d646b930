// Opens the servers of mail that programs submit.
import { createMessageParser } from '../../shared/mail/parse/message-parser.ts';
import { connectDatabase } from '../../shared/platform/db/connect.ts';
import { createBackground } from '../../shared/platform/lifecycle/background.ts';
import { connectRateLimiter } from '../../shared/platform/rate-limit/connect.ts';
import { createUploadStore } from '../../shared/platform/storage/upload-store.ts';
import { KeysInProgress } from '../../shared/resources/foundation/idempotency/keys-in-progress.ts';
import { createLogWriter } from '../../shared/resources/foundation/logs/writer.ts';
import { ACCEPT_POOL_SIZE, createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { createSubmitter } from '../../shared/resources/messaging/submitting/submitter.ts';
import type { OpenServer } from '../server/open-server.ts';
import { startSubmission } from './start-submission.ts';

export const openSubmission: OpenServer = async (deps) => {
  const { config, database, metrics, watch, clock, log } = deps;
  const acceptDatabase = connectDatabase({
    connectionString: config.databaseUrl,
    poolSize: ACCEPT_POOL_SIZE,
    applicationName: 'posthorn submission accept',
    plansOnce: true,
    watch,
    log,
  });
  const acceptor = createAcceptor({
    ...deps,
    database: acceptDatabase,
    simulatorDomains: config.simulatorDomains,
    developmentDomain: config.developmentDomain,
  });
  const parser = createMessageParser({ dns: null, logger: log });
  const background = createBackground(log);
  const requestLogs = createLogWriter({ database, metrics, log });
  const rateLimiter = connectRateLimiter({ config, database, log });
  const uploads = createUploadStore(deps);
  const keysInProgress = new KeysInProgress({ database, log });
  const server = await startSubmission({
    config,
    database,
    clock,
    log,
    uploads,
    background,
    requestLogs,
    rateLimiter,
    registry: metrics.registry,
    submitter: createSubmitter({ ...deps, parser, uploads, keysInProgress, acceptor }),
  });
  return {
    ports: { submissionPort: server.port, submissionsPort: server.securePort },
    pools: { accept: acceptDatabase },
    async stop() {
      await server.stop();
      await acceptor.drain();
      await parser.close();
      await background.settled();
      await requestLogs.drain();
      rateLimiter?.close();
    },
  };
};

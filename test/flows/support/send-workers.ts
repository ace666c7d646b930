// Complete workers as separate processes, on the database of an app and with a sink.
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { type Supervised, supervise } from './supervised.ts';

/** Starts this many; the caller stops them. */
export function startSendWorkers(count: number, databaseUrl: string, sinkUrl: string): Promise<Supervised[]> {
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    SMTP_URL: `${sinkUrl}?tls=off`,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  };
  const command = ['workers/main.ts', 'all'] as const;
  return Promise.all(Array.from({ length: count }, () => supervise({ command, environment })));
}

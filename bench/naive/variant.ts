// The naive pipeline as a variant: one API process, one worker process, Postgres for the rows, Redis for the jobs.

import { connectDatabase } from '../../shared/db/connect.ts';
import { createLog } from '../../shared/log.ts';
import type { DkimKeyPair } from '../../shared/mail/dkim-keys.ts';
import { queryCount, type Variant } from '../variant.ts';
import { NAIVE_SCHEMA } from './schema.ts';

/** How nodemailer gets the DKIM key. */
export type KeyForm = 'pem' | 'key-object';

/** The naive pipeline with a key in the given form. */
export function createNaiveVariant(name: string, keyForm: KeyForm, dkimKey: DkimKeyPair): Variant {
  return {
    name,
    family: 'naive',
    prepare: prepareDatabase,
    async start({ startProcess, databaseUrl, redisUrl, queuePrefix, smtpPort }) {
      const environment = {
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        QUEUE_PREFIX: queuePrefix,
        SMTP_PORT: String(smtpPort),
        DKIM_KEY_AS: keyForm,
        DKIM_PRIVATE_KEY: dkimKey.privateKeyPem,
      };
      const processes = await Promise.all([
        startProcess({ name: 'api', command: ['bench/naive/api-main.ts'], environment }),
        startProcess({ name: 'send', command: ['bench/naive/worker-main.ts'], environment }),
      ]);
      return { apiUrl: `http://127.0.0.1:${processes[0].announcement['port']}`, headers: {}, processes };
    },
    countDone: (database) => queryCount(database, `SELECT count(*) FROM emails WHERE status = 'sent'`),
    findPublicKey: () => Promise.resolve(dkimKey.publicKeyBase64),
  };
}

async function prepareDatabase(connectionString: string): Promise<void> {
  const log = createLog({ level: 'warn', process: 'bench' });
  const database = connectDatabase({ connectionString, poolSize: 1, applicationName: 'bench', log });
  try {
    await database.query(NAIVE_SCHEMA);
  } finally {
    await database.end();
  }
}

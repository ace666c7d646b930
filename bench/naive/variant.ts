// The naive pipeline as a variant: one API process, one worker process, Postgres for the rows, Redis for the jobs.
import type { DkimKeyPair } from '../../shared/mail/dkim/dkim-keys.ts';
import { withDatabase } from '../servers/open-database.ts';
import { queryCount, startEach, urlOf, type Variant } from '../variant.ts';
import { SMTP_CONNECTIONS } from './queue.ts';
import { NAIVE_SCHEMA } from './schema.ts';

/** The form in which nodemailer gets the DKIM key. */
export type KeyForm = 'pem' | 'key-object';

/** The naive pipeline with a key in the given form. */
export function createNaiveVariant(name: string, keyForm: KeyForm, dkimKey: DkimKeyPair): Variant {
  return {
    name,
    family: 'naive',
    protocol: 'http',
    smtpConnections: SMTP_CONNECTIONS,
    prepare: (databaseUrl) =>
      withDatabase(databaseUrl, async (database) => void (await database.query(NAIVE_SCHEMA))),
    async start({ startProcess, databaseUrl, redisUrl, queuePrefix, smtpPort, processes }) {
      const environment = {
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        QUEUE_PREFIX: queuePrefix,
        SMTP_PORT: String(smtpPort),
        DKIM_KEY_AS: keyForm,
        DKIM_PRIVATE_KEY: dkimKey.privateKeyPem,
      };
      const startNamed = (name: string, file: string) => () =>
        startProcess({ name, command: [file], environment });
      const [apis, workers] = await Promise.all([
        startEach(processes.api, startNamed('api', 'bench/naive/api-main.ts')),
        startEach(processes.send, startNamed('send', 'bench/naive/worker-main.ts')),
      ]);
      return {
        target: { protocol: 'http', urls: apis.map(urlOf), headers: {} },
        processes: [...apis, ...workers],
      };
    },
    countAccepted: (database) => queryCount(database, 'SELECT count(*) FROM emails'),
    countDone: (database) => queryCount(database, `SELECT count(*) FROM emails WHERE status = 'sent'`),
    findPublicKey: () => Promise.resolve(dkimKey.publicKeyBase64),
  };
}

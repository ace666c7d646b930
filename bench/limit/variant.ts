// The least that any program must spend on a mail, as a variant of the bench.
import type { DkimKeyPair } from '../../shared/mail/dkim/dkim-keys.ts';
import { withDatabase } from '../servers/open-database.ts';
import { queryCount, startEach, urlOf, type Variant } from '../variant.ts';

export const LIMIT = 'limit';
export const SELECTOR = 'bench';
/** As Posthorn and the naive pipeline have. */
export const SMTP_CONNECTIONS = 20;

const TABLE = `CREATE TABLE emails (
  id uuid PRIMARY KEY, sender text NOT NULL, recipient text NOT NULL, subject text NOT NULL, html text NOT NULL
)`;
/** One row for each place of the arrays. */
export const INSERT = `INSERT INTO emails SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])`;

/** One process that does all of it. The server counts what was delivered, no row does. */
export function createLimitVariant(dkimKey: DkimKeyPair): Variant {
  return {
    name: LIMIT,
    family: LIMIT,
    protocol: 'http',
    smtpConnections: SMTP_CONNECTIONS,
    prepare: (databaseUrl) =>
      withDatabase(databaseUrl, async (database) => void (await database.query(TABLE))),
    async start({ startProcess, databaseUrl, smtpPort, processes }) {
      const environment = {
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        SMTP_PORT: String(processes.send > 0 ? smtpPort : 0),
        DKIM_PRIVATE_KEY: dkimKey.privateKeyPem,
      };
      const start = () => startProcess({ name: 'api', command: ['bench/limit/limit-main.ts'], environment });
      const started = await startEach(processes.api, start);
      return { target: { protocol: 'http', urls: started.map(urlOf), headers: {} }, processes: started };
    },
    countAccepted: (database) => queryCount(database, 'SELECT count(*) FROM emails'),
    findPublicKey: () => Promise.resolve(dkimKey.publicKeyBase64),
  };
}

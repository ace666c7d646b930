// Two of everything of ours, as on two machines: web, the workers of mail, all other workers, and the server for mail of
// recipients that counts what arrives.
import { freePort } from '../../dev/processes/ports.ts';
import { connectDatabase } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSendingAccount } from '../../test/flows/support/crash-stack.ts';
import { prepareProduct } from '../../test/flows/support/product.ts';
import { createDatabase } from '../../test/support/database/database.ts';
import { TEST_SECRET_KEY } from '../../test/support/factories/dkim-key.ts';
import type { SmtpSink } from '../../test/support/smtp-sink/smtp-sink.ts';

/** What to run it on. */
export interface OursOptions {
  /** The URL of any database of the server. */
  databaseUrl: string;
  redisUrl?: string;
  /** Variables of the second machine's processes. */
  secondMachine?: Record<string, string>;
  logFile?: string | undefined;
}

/** All of ours. */
export interface Ours {
  /** The URLs of both `web`. */
  urls: readonly string[];
  apiKey: string;
  from: string;
  sink: SmtpSink;
  /** How many processes have ended until now, and were started again. */
  deaths(): number;
}

const DOMAIN = 'mail.posthorn.local';
const MAIL = ['send', 'bulk', 'webhook'];
const OTHERS = ['schedule', 'domain', 'inbound', 'audience', 'automation'];

/** Starts everything on a database of its own. */
export async function startOurs(options: OursOptions): Promise<Ours> {
  const databaseUrl = await createDatabase(options.databaseUrl);
  const apiKey = await createAccount(databaseUrl);
  const product = await prepareProduct({
    databaseUrl,
    redisUrl: options.redisUrl,
    sink: { keepRaw: false },
    logFile: options.logFile,
  });
  const ports = [await freePort(), await freePort()];
  const started = await Promise.all(
    ports.flatMap((port, index) => {
      const own = index === 0 ? {} : options.secondMachine;
      return [
        product.startApi({ ...own, PORT: String(port) }),
        product.startWorker(MAIL, [], own),
        product.startWorker(OTHERS, [], own),
      ];
    }),
  );
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    apiKey,
    from: `Lab <lab@${DOMAIN}>`,
    sink: product.sink,
    deaths: () => started.reduce((sum, process) => sum + process.deaths(), 0),
  };
}

async function createAccount(connectionString: string): Promise<string> {
  const log = createLog({ level: 'silent', process: 'lab' });
  const database = connectDatabase({ connectionString, poolSize: 1, applicationName: 'lab', log });
  const apiKey = await createSendingAccount(database, { domain: DOMAIN, secretKey: TEST_SECRET_KEY });
  await database.end();
  return apiKey;
}

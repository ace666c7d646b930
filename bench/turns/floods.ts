// Another account of a run of the bench that brings more than the workers carry: mail at a fixed rate, or one request whose
// contacts start a hundred automations each.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { BATCH, type LoadShape } from '../load/shape.ts';
import { monotonicMs } from '../monotonic.ts';
import type { Run } from '../run.ts';
import { queryCount } from '../variant.ts';

const SECOND_MS = 1_000;
const POLL_MS = 250;
const CONNECTIONS = 8;
/** The most that may start on one change of a contact. */
const AUTOMATIONS = 100;
const CONTACTS = 300;
const CHANGES = 4;
/** Runs that one flood starts. */
export const FLOOD_RUNS = AUTOMATIONS * CONTACTS * CHANGES;

/** Mail that an account sends. */
interface Flood {
  perSecond: number;
  seconds: number;
  /** If absent, batches. */
  shape?: LoadShape;
  /** Fields of each mail, which replace its own or are added. */
  fields?: Record<string, string>;
}

/** An account that floods the others. */
export class Flooder {
  readonly #run: Run;
  readonly #domain: string;
  readonly #api: Pool;
  readonly #headers: Record<string, string>;

  private constructor(run: Run, url: string, domain: string, headers: Record<string, string>) {
    this.#run = run;
    this.#domain = domain;
    this.#api = new Pool(url, { connections: CONNECTIONS });
    this.#headers = { ...headers, 'content-type': 'application/json' };
  }

  /** @param domain of the account, which no other has */
  static async create(run: Run, domain: string): Promise<Flooder> {
    const { target } = run.running;
    const account = await run.plan.variant.createAccount?.(run.database, domain);
    if (target.protocol !== 'http' || !account) throw new Error('A flood needs an API with accounts.');
    const headers = { ...target.headers, authorization: `Bearer ${account.apiKey}` };
    return new Flooder(run, target.urls[0] ?? '', domain, headers);
  }

  /** Sends mail at this rate, whether it is answered or not. @returns when all is answered */
  async sendMails({ perSecond, seconds, shape = BATCH, fields }: Flood): Promise<void> {
    const html = 'x'.repeat(this.#run.plan.htmlBytes);
    const mail = { from: `ana@${this.#domain}`, to: `bo@${this.#domain}`, subject: 'Flood', html, ...fields };
    const { path, mailsPerRequest } = shape;
    const body = JSON.stringify(path === '/emails' ? mail : Array(mailsPerRequest).fill(mail));
    const requests = (perSecond * seconds) / mailsPerRequest;
    const startedAtMs = monotonicMs();
    const answers: Promise<unknown>[] = [];
    for (let request = 0; request < requests; request += 1) {
      const atMs = startedAtMs + (request * mailsPerRequest * SECOND_MS) / perSecond;
      await pause(Math.max(0, atMs - monotonicMs()));
      answers.push(this.#post(path, body));
    }
    await Promise.all(answers);
  }

  /** Mails of this account that were delivered so far. */
  delivered(): Promise<number> {
    return queryCount(
      this.#run.database,
      `SELECT count(*) FROM email_recipients JOIN domains USING (account_id) WHERE name = $1 AND state = 'delivered'`,
      [this.#domain],
    );
  }

  /** Mails a second that are delivered of this account for so long. */
  async deliveredPerSecond(seconds: number): Promise<number> {
    const before = await this.delivered();
    const startedAtMs = monotonicMs();
    await pause(seconds * SECOND_MS);
    return (((await this.delivered()) - before) / (monotonicMs() - startedAtMs)) * SECOND_MS;
  }

  /** Waits until so many are delivered. @throws Error when there are more, or less after the time */
  async untilDelivered(mails: number, patienceMs: number): Promise<void> {
    const deadlineMs = monotonicMs() + patienceMs;
    for (let delivered = 0; delivered !== mails; ) {
      if (delivered > mails || monotonicMs() > deadlineMs)
        throw new Error(`${delivered} of ${mails} mails of the flood were delivered.`);
      await pause(POLL_MS);
      delivered = await this.delivered();
    }
  }

  /** Creates the automations and contacts of `startRuns`. */
  async createAutomations(): Promise<void> {
    for (let number = 0; number < AUTOMATIONS; number += 1)
      await this.#post(
        '/automations',
        JSON.stringify({
          name: `Flood ${number}`,
          domain: this.#domain,
          status: 'enabled',
          trigger: 'contact.updated',
          steps: [{ key: 'write', type: 'contact_update', config: { last_name: `Flood ${number}` } }],
        }),
      );
    await this.#writeContacts('Nobody');
  }

  /** Changes contacts, which starts `FLOOD_RUNS` runs. */
  async startRuns(): Promise<void> {
    for (let change = 0; change < CHANGES; change += 1) await this.#writeContacts(`Change ${change}`);
  }

  /** Waits until all runs of this account have ended. */
  async untilRunsEnded(): Promise<void> {
    while ((await this.countRuns()) > 0) await pause(POLL_MS);
  }

  /** Runs of this account that have not ended. */
  countRuns(): Promise<number> {
    return queryCount(
      this.#run.database,
      `SELECT count(*) FROM automation_runs JOIN domains USING (account_id)
       WHERE name = $1 AND automation_runs.status = 'running'`,
      [this.#domain],
    );
  }

  async close(): Promise<void> {
    await this.#api.close();
  }

  #writeContacts(firstName: string): Promise<void> {
    const contacts = Array.from({ length: CONTACTS }, (_, number) => ({
      email: `c${number}@${this.#domain}`,
      first_name: firstName,
    }));
    return this.#post('/contacts/batch', JSON.stringify({ contacts }));
  }

  async #post(path: string, body: string): Promise<void> {
    const answer = await this.#api.request({ method: 'POST', path, headers: this.#headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`POST ${path}: ${text}`);
  }
}

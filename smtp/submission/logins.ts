// Knows which key has logged in on which connection: any user name is accepted, with an API key as the password. The
// key is checked again at each MAIL, and after a slow message, so that a revoked key sends nothing more on an open
// connection.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { clientNetwork } from '../../shared/platform/addresses/client-network.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Background } from '../../shared/platform/lifecycle/background.ts';
import { createMemoryStore } from '../../shared/platform/rate-limit/memory-store.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import {
  type AuthenticateApiKey,
  type AuthenticatedKey,
  createApiKeyAuthentication,
} from '../../shared/resources/foundation/api-keys/authenticate.ts';
import {
  isUseWorthRecording,
  recordApiKeyUse,
} from '../../shared/resources/foundation/api-keys/record-use.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpLogin, SmtpTransaction } from '../server/service.ts';
import type { SubmissionCounters } from './metrics.ts';

/**
 * Failed logins of a client, in this process. The sign-in counts separately: a program with an old key must not lock
 * its office out of the dashboard. Guessing a key is hopeless anyway.
 */
const FAILURES_MAX = 10;
const FAILURES_WINDOW_MS = 15 * MINUTE_MS;

/** The dependencies of logins. */
export interface LoginDeps extends Pick<SubmissionCounters, 'countLogin'> {
  database: Database;
  clock: Clock;
  background: Background;
}

/** The logins of a process. */
export class Logins {
  readonly #deps: LoginDeps;
  readonly #authenticate: AuthenticateApiKey;
  readonly #failures = createMemoryStore();
  /** Connection → its key, in memory only while the connection is open. */
  readonly #tokens = new WeakMap<object, string>();

  constructor(deps: LoginDeps) {
    this.#deps = deps;
    this.#authenticate = createApiKeyAuthentication(deps.database);
  }

  /** @throws Refusal */
  async logIn({ peer, connection, password }: SmtpLogin): Promise<void> {
    const { countLogin } = this.#deps;
    const client = clientNetwork(peer.address);
    if ((await this.#countFailures(client, 0)) >= FAILURES_MAX) {
      countLogin('blocked');
      throw new Refusal(421, '4.7.0 Too many failed logins from your address, try again in 15 minutes', {
        closes: true,
      });
    }
    const key = await this.#find(password, peer.address);
    if (!key) {
      countLogin('refused');
      await this.#countFailures(client, 1);
      throw wrongKey();
    }
    countLogin('accepted');
    this.#tokens.set(connection, password);
    this.#recordUse(key);
  }

  /**
   * Returns the current key of a transaction.
   * @throws Refusal when it is no longer valid; the connection ends
   */
  async keyOf({ connection, peer }: SmtpTransaction): Promise<AuthenticatedKey> {
    const key = await this.#find(this.#tokens.get(connection) ?? '', peer.address);
    if (!key) throw wrongKey({ closes: true });
    this.#recordUse(key);
    return key;
  }

  async #find(token: string, address: string): Promise<AuthenticatedKey | undefined> {
    try {
      return await this.#authenticate({ token, now: this.#deps.clock.now(), address });
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  async #countFailures(client: string, count: number): Promise<number> {
    const [use] = await this.#failures.count([{ key: client, count }], FAILURES_WINDOW_MS);
    return use?.used ?? 0;
  }

  #recordUse({ keyId, lastUsedAt }: AuthenticatedKey): void {
    const { database, background, clock } = this.#deps;
    const now = clock.now();
    if (!isUseWorthRecording(lastUsedAt, now)) return;
    background.start(`last use of ${keyId}`, () => recordApiKeyUse(database, keyId, now));
  }
}

function wrongKey(options?: { closes: boolean }): Refusal {
  return new Refusal(535, '5.7.8 The password is not a valid API key', options);
}

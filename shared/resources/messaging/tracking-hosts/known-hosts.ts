// The known hosts of tracked links in a process: every request has a host, and none should cost a query. An added host
// stays forever, so only the others are looked up again. All new hosts share one query at a time, so a stranger who
// invents hosts uses one connection at most. A request waits for it for a second at most: while Postgres is
// unavailable, a host keeps its kind, and a new one is unknown. It counts as neither kind then, since a
// customer's name must not show the API or the dashboard, not even for a second.
import { setTimeout as delay } from 'node:timers/promises';
import { publicHost } from '../../../platform/config/variable-values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { createGroupCommit, type GroupCommit } from '../../../platform/db/group-commit.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { findTrackingHosts } from './find.ts';

/** How long a host counts as another one before it is looked up again. */
const OTHER_FOR_MS = 30_000;
const WAIT_MAX_MS = 1_000;
/** Hosts that are remembered: of links, and others. A stranger can invent others only. */
const LINKS_MAX = 100_000;
const OTHERS_MAX = 10_000;
const ASKED_TOGETHER = 500;
const ASKING_MAX = 5_000;
/** A name below a registered one: no IP address, and no name of this machine or network. */
const NAME = /^(?=.{4,253}$)(?:[a-z0-9_-]{1,63}\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

/** Dependencies of knowing hosts. */
export interface KnownHostsDeps {
  database: Queryable;
  clock: Clock;
  config: { publicUrl: string };
}

/** The hosts that a process knows. */
export class KnownHosts {
  readonly #clock: Clock;
  readonly #publicHost: string;
  readonly #questions: GroupCommit<string, boolean>;
  /** The hosts that are being looked up. */
  readonly #asked = new Map<string, Promise<boolean | undefined>>();
  readonly #ofLinks = new Set<string>();
  /** Host → when it was found to be no host of links; those found last are at the end. */
  readonly #others = new Map<string, number>();

  constructor({ database, clock, config }: KnownHostsDeps) {
    this.#clock = clock;
    this.#publicHost = publicHost(config.publicUrl);
    this.#questions = createGroupCommit<string, boolean>({
      async write(hosts) {
        const found = await findTrackingHosts(database, hosts);
        return hosts.map((host) => found.has(host));
      },
      maxItems: ASKED_TOGETHER,
      maxWaiting: ASKING_MAX,
      maxWriting: 1,
    });
  }

  /**
   * Whether a host is one of tracked links; the host of PUBLIC_URL never is.
   * @param host in lower case
   * @returns a promise only if Postgres must be asked; it resolves with undefined if Postgres does not answer in time and
   *   has not been asked for the host before
   */
  isOfLinks(host: string): boolean | Promise<boolean | undefined> {
    if (host === this.#publicHost || !NAME.test(host)) return false;
    if (this.#ofLinks.has(host)) return true;
    const foundAtMs = this.#others.get(host);
    if (foundAtMs !== undefined && this.#clock.now().getTime() - foundAtMs < OTHER_FOR_MS) return false;
    const asBefore = foundAtMs === undefined ? undefined : false;
    return Promise.race([this.#ask(host), delay(WAIT_MAX_MS, undefined, { ref: false })]).then(
      (isOfLinks) => isOfLinks ?? asBefore,
    );
  }

  #ask(host: string): Promise<boolean | undefined> {
    const asked = this.#asked.get(host);
    if (asked !== undefined) return asked;
    const answer = this.#questions
      .add(host)
      .then((isOfLinks) => this.#remember(host, isOfLinks))
      // Postgres is unavailable, or strangers ask for too many hosts.
      .catch(() => undefined)
      .finally(() => this.#asked.delete(host));
    this.#asked.set(host, answer);
    return answer;
  }

  #remember(host: string, isOfLinks: boolean): boolean {
    if (isOfLinks) {
      makeRoom(this.#ofLinks, LINKS_MAX);
      this.#ofLinks.add(host);
    }
    this.#others.delete(host);
    if (!isOfLinks) {
      makeRoom(this.#others, OTHERS_MAX);
      this.#others.set(host, this.#clock.now().getTime());
    }
    return isOfLinks;
  }
}

/** Forgets the oldest host, so that strangers who invent hosts make a process forget few that are in use. */
function makeRoom(hosts: Set<string> | Map<string, number>, max: number): void {
  if (hosts.size < max) return;
  for (const oldest of hosts.keys()) {
    hosts.delete(oldest);
    return;
  }
}

// The providers of a lane in a process: opened as their rows say, and read again every two seconds, so that operators'
// changes count within five. It finds the way of each mail.
import { ConfigError } from '../../../shared/platform/config/config.ts';
import { isDirect } from '../../../shared/platform/config/mx-settings.ts';
import { createSecrets, type Secrets } from '../../../shared/platform/security/secrets.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import {
  DEFAULT_PROVIDER,
  type StoredProvider,
} from '../../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../../shared/resources/foundation/providers/stored.ts';
import { urlOfProvider } from '../../../shared/resources/foundation/providers/url.ts';
import { makeMailDue } from '../../../shared/resources/messaging/emails/delivery/held/make-mail-due.ts';
import type { OfferedMail } from '../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import type { WorkerDeps } from '../../runtime/job.ts';
import { type Repeat, repeat } from '../../runtime/repeat.ts';
import { SEND_TIMES } from '../../runtime/send-times.ts';
import { createTransportOpener, type TransportOpener } from '../open-transport.ts';
import { parseSmtpUrl } from '../smtp/servers.ts';
import type { Transport } from '../transport.ts';
import type { FindMailWay } from '../way.ts';
import { type ChoosableProvider, chooseProvider } from './choose-provider.ts';
import { OpenProvider } from './open-provider.ts';

/** Connections of a process to a provider that names no other number. */
const CONNECTIONS = 20;

/** A provider that is replaced while the process runs finishes its mail, however slow its server is. */
const REPLACED_WITHIN_MS = 10 * MINUTE_MS;

interface Opened {
  provider: OpenProvider;
  /** The part of its row with which its transport was opened. */
  openedAs: string;
}

export class OpenProviders {
  readonly #deps: WorkerDeps;
  readonly #secrets: Secrets;
  readonly #smtpUrl: string;
  readonly #defaultConnections: number;
  readonly #opener: TransportOpener;
  readonly #looking: Repeat;
  readonly #known = new Map<string, Opened>();
  /** Providers that were replaced or removed, and are not closed yet. */
  readonly #leaving = new Map<OpenProvider, Promise<unknown>>();
  #choosable: ReadonlyMap<string, ChoosableProvider> = new Map();
  #isPlain = false;
  #isStopped = false;
  /** Resolves after the first read of the rows, successful or not. */
  readonly looked: Promise<void>;

  /** @throws ConfigError when SMTP_URL is missing or invalid */
  constructor(deps: WorkerDeps, lane: MailLane, defaultConnections: number) {
    this.#deps = deps;
    this.#secrets = createSecrets(deps.config.secretKeys);
    this.#defaultConnections = defaultConnections;
    const { smtpUrl } = deps.config;
    if (!smtpUrl) throw new ConfigError('Configuration: "SMTP_URL" is required to send.');
    if (!isDirect({ smtpUrl })) parseSmtpUrl(smtpUrl);
    this.#smtpUrl = smtpUrl;
    this.#opener = createTransportOpener(deps, lane);
    const { log, sendTimes = SEND_TIMES } = deps;
    let onLooked: () => void;
    this.looked = new Promise((resolve) => {
      onLooked = resolve;
    });
    const run = () => this.#look().finally(() => onLooked());
    this.#looking = repeat({ name: 'providers', everyMs: sendTimes.checkEveryMs, log, run });
  }

  /** The rows were read: before that, nothing may be sent. */
  get isKnown(): boolean {
    return this.#known.has(DEFAULT_PROVIDER);
  }

  get default(): OpenProvider {
    return (this.#known.get(DEFAULT_PROVIDER) as Opened).provider;
  }

  /** There is one relay alone, which takes all mail at any pace: mail needs no way. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  readonly findWay: FindMailWay = async (mail) => {
    const name = chooseProvider(mail, this.#choosable);
    const provider = this.#known.get(name)?.provider ?? this.default;
    const newProvider = isRecorded(mail, provider.name) ? undefined : provider.name;
    if (provider.isDirect && provider.isOpen) {
      const direct = await provider.transport?.findWay?.(mail);
      return { provider, destination: direct?.destination, direct, newProvider };
    }
    const { destination } = provider;
    await this.#opener.destinations.load();
    return { provider, destination, direct: undefined, newProvider };
  };

  /** Finishes the mail on the wire, and stops; a database that hangs does not delay this. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const open = [...this.#known.values()].map(({ provider }) => provider);
    const closed = [...open, ...this.#leaving.keys()].map((provider) => provider.close());
    await Promise.all([this.#looking.stop(), ...closed, this.#opener.closeDirect()]);
    await this.#opener.destinations.stop();
  }

  async #look(): Promise<void> {
    const refusals = new Map([...this.#known].map(([name, { provider }]) => [name, provider.refusals]));
    const stored = await findProviders(this.#deps.database);
    if (this.#isStopped) return;
    const names = new Set([DEFAULT_PROVIDER, ...stored.map(({ name }) => name)]);
    for (const [name, { provider }] of this.#known) {
      if (names.has(name)) continue;
      this.#known.delete(name);
      this.#leave(provider);
    }
    for (const each of stored) this.#take(each, refusals.get(each.name) ?? 0);
    this.#choosable = new Map(stored.map((each) => [each.name, this.#toChoosable(each)]));
    const [only, ...others] = stored;
    this.#isPlain = others.length === 0 && !this.default.isDirect && (!only || isUnlimited(only));
  }

  #take(stored: StoredProvider, refusalsBefore: number): void {
    const known = this.#known.get(stored.name);
    if (known?.openedAs !== openedAs(stored)) {
      if (known) this.#leave(known.provider);
      this.#open(stored);
    }
    const provider = this.#known.get(stored.name)?.provider as OpenProvider;
    const wasAway = provider.stored.isAway;
    provider.adopt(stored, refusalsBefore);
    if (stored.isAway && !wasAway && stored.failover !== null) this.#wakeMailOf(provider);
  }

  /** Wakes mail that waits for a provider, so that another one sends it. */
  #wakeMailOf({ destination: { key } }: OpenProvider): void {
    const { database, clock, log } = this.#deps;
    makeMailDue(database, key, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'mail that waits for a provider could not be made due; it comes back later'),
    );
  }

  #open(stored: StoredProvider): void {
    const { database, clock, log, config } = this.#deps;
    const isDefault = stored.name === DEFAULT_PROVIDER;
    const connections = stored.connections ?? (isDefault ? this.#defaultConnections : CONNECTIONS);
    const provider = new OpenProvider(stored, {
      database,
      clock,
      log,
      connections,
      transport: this.#openTransport(stored, connections),
      destinations: this.#opener.destinations,
      delivery: isDefault ? config.smtpDelivery : 'accept',
    });
    provider.takeDestination();
    this.#known.set(stored.name, { provider, openedAs: openedAs(stored) });
  }

  /** A provider that cannot be opened holds its mail. */
  #openTransport(stored: StoredProvider, connections: number): Transport | undefined {
    try {
      const url = urlOfProvider(stored, this.#smtpUrl, () => this.#secrets) ?? '';
      return isDirect({ smtpUrl: url }) ? this.#opener.direct() : this.#opener.relay(url, connections);
    } catch (error) {
      const { name: provider } = stored;
      this.#deps.log.error({ err: error, provider }, 'a provider cannot be used: its mail waits');
      return undefined;
    }
  }

  #toChoosable(stored: StoredProvider): ChoosableProvider {
    const { name, pausedAt, isAway, failover, spfInclude } = stored;
    const spfMechanisms = spfInclude ?? this.#deps.config.spfMechanisms;
    return { name, isPaused: pausedAt !== null, isAway, failover, spfMechanisms };
  }

  #leave(provider: OpenProvider): void {
    const left = provider.close(REPLACED_WITHIN_MS).finally(() => this.#leaving.delete(provider));
    this.#leaving.set(provider, left);
  }
}

/** Whether a row names the provider that tried it: no row names the default one, which sends most mail. */
function isRecorded({ provider }: OfferedMail, name: string): boolean {
  return provider === name || (provider === null && name === DEFAULT_PROVIDER);
}

/** The settings that cannot be changed in an open transport. */
function openedAs({ kind, connections, encryptedUrl }: StoredProvider): string {
  return [kind === 'direct', connections, encryptedUrl?.toString('base64')].join(' ');
}

function isUnlimited({ connections, perSecond, perDay, pausedAt }: StoredProvider): boolean {
  return connections === null && perSecond === null && perDay === null && pausedAt === null;
}

// The causes of events: what an event, or a write of a contact, has started, also through the runs that it has started. A
// cause starts an automation once, and a bounded number of runs. It is pure (cause-rows.ts stores it).
import { MAIL_EVENTS } from '../../../../contract/events/values.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { IncomingEvent } from '../../events/incoming-event.ts';

/** The cause of events. */
export class Cause {
  readonly accountId: string;
  #id: string | undefined;
  readonly #automations: Set<string>;
  readonly #added: string[] = [];
  #runs: number;

  /**
   * @param id undefined: it begins with these events
   * @param started the automations of the runs that it has started
   */
  constructor(accountId: string, id?: string, started: readonly string[] = []) {
    this.accountId = accountId;
    this.#id = id;
    this.#automations = new Set(started);
    this.#runs = started.length;
  }

  /** Undefined: what it has started causes no events, so it needs no row. */
  get id(): string | undefined {
    return this.#id;
  }

  /** How many runs it has started. */
  get runs(): number {
    return this.#runs;
  }

  /** The automations of those runs that are not stored yet. */
  get added(): readonly string[] {
    return this.#added;
  }

  hasStarted(automationId: string): boolean {
    return this.#automations.has(automationId);
  }

  /** Notes that it starts a run of the automation. */
  add(automationId: string): void {
    this.#automations.add(automationId);
    this.#added.push(automationId);
    this.#runs += 1;
  }

  /** @returns the id for a run that causes events */
  idFrom(ids: Ids): string {
    this.#id ??= ids.next();
    return this.#id;
  }
}

/** The automations of the runs that stored causes have started, by the ids of the causes. */
export type StoredCauses = ReadonlyMap<string, readonly string[]>;

/** Finds the causes of events that are taken in together. */
export class Causes {
  readonly #stored: StoredCauses;
  readonly #known = new Map<string, Cause>();

  constructor(stored: StoredCauses) {
    this.#stored = stored;
  }

  /**
   * All events of a contact in one write have one cause; a client's event, a contact of a batch, and a person's act by
   * mail each have their own.
   */
  of({ kind, name, accountId, causeId, contactId }: IncomingEvent): Cause {
    if (causeId === undefined && (kind !== 'service' || isOfMail(name))) return new Cause(accountId);
    const key = causeId ?? contactId;
    const known = this.#known.get(key) ?? new Cause(accountId, causeId, this.#stored.get(key));
    this.#known.set(key, known);
    return known;
  }
}

function isOfMail(name: string): boolean {
  return (MAIL_EVENTS as readonly string[]).includes(name);
}

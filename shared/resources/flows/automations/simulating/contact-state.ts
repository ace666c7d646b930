// The contact of a simulation, as the steps leave it: what the worker writes to the database, this keeps in memory.
import { isDeepStrictEqual } from 'node:util';
import type { TemplateContact } from '../../../mail/templates/template.ts';
import type { KnownDefinitions } from '../graph/reading/step-kind.ts';
import type { ContactFacts } from '../graph/variables.ts';
import type { ContactStepUpdate } from '../steps/contact-update.ts';
import type { FoundPerson } from './find-person.ts';
import type { SimulatedContact } from './simulation.ts';

/** A contact that steps change. */
export class ContactState {
  readonly #declared: KnownDefinitions['properties'];
  #person: FoundPerson;
  #isDeleted = false;

  /** @param declared the properties of the account, by key */
  constructor(person: FoundPerson, declared: KnownDefinitions['properties']) {
    this.#person = person;
    this.#declared = declared;
  }

  get person(): FoundPerson {
    return this.#person;
  }

  /** As rules and references see it. */
  get facts(): ContactFacts {
    const { id, email, firstName, lastName, unsubscribed, createdAt, updatedAt, properties } = this.#person;
    return { id, email, firstName, lastName, unsubscribed, createdAt, updatedAt, properties };
  }

  /** As templates see it: properties without a value have their fallback. */
  get templateContact(): TemplateContact {
    const { email, firstName, lastName, unsubscribed, properties } = this.#person;
    const values = [...this.#declared].map(([key, { number, fallbackValue }]) => [
      key,
      properties[number] ?? fallbackValue,
    ]);
    return {
      ...{ email, first_name: firstName, last_name: lastName, unsubscribed },
      properties: Object.fromEntries(values),
    };
  }

  /** As an answer shows it. @returns null: a step has deleted it */
  get shown(): SimulatedContact | null {
    if (this.#isDeleted) return null;
    const { id, isInvented, email, firstName, lastName, unsubscribed, properties } = this.#person;
    const values = [...this.#declared].flatMap(([key, { number }]): [string, unknown][] =>
      properties[number] === undefined ? [] : [[key, properties[number]]],
    );
    return { id: isInvented ? null : id, email, firstName, lastName, unsubscribed, properties: values };
  }

  /** Updates it as shared/resources/contacts/many/update.ts does: what the person has unsubscribed stays so. */
  update({ firstName, lastName, unsubscribed, values }: ContactStepUpdate, now: Date): void {
    const before = this.#person;
    const all = Object.entries({ ...before.properties, ...Object.fromEntries(values) });
    const given = {
      firstName: firstName === undefined ? before.firstName : firstName,
      lastName: lastName === undefined ? before.lastName : lastName,
      properties: Object.fromEntries(all.filter(([, value]) => value !== null)),
    };
    const isChanged = !isDeepStrictEqual({ ...before, ...given }, before);
    const unsubscribedBy = this.#decide(unsubscribed);
    this.#person = {
      ...before,
      ...given,
      ...{ unsubscribedBy, unsubscribed: unsubscribedBy !== null },
      updatedAt: isChanged ? now : before.updatedAt,
    };
  }

  delete(): void {
    this.#isDeleted = true;
  }

  #decide(unsubscribed: boolean | undefined): FoundPerson['unsubscribedBy'] {
    const { unsubscribedBy } = this.#person;
    if (unsubscribed === undefined) return unsubscribedBy;
    if (unsubscribed) return unsubscribedBy ?? 'account';
    return unsubscribedBy === 'account' ? null : unsubscribedBy;
  }
}

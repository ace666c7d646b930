// The contact of a simulation after its steps: the worker writes such changes to the database, this stores them in memory.
import { isDeepStrictEqual } from 'node:util';
import { fieldsByColumn, fieldsByKey } from '../../../../contract/contacts/fields.ts';
import type { TemplateContact } from '../../../../mail/templates/template.ts';
import { changedFields } from '../../../audience/contact-fields/field-columns.ts';
import type { ContactFacts } from '../graph/variables.ts';
import type { ContactStepUpdate } from '../steps/task.ts';
import type { DeclaredProperties, FoundPerson } from './find-person.ts';
import type { SimulatedContact } from './simulation.ts';

/** A contact that steps change. */
export class ContactState {
  readonly #declared: DeclaredProperties;
  #person: FoundPerson;
  #isDeleted = false;

  /** @param declared the properties of the account, by key */
  constructor(person: FoundPerson, declared: DeclaredProperties) {
    this.#person = person;
    this.#declared = declared;
  }

  get person(): FoundPerson {
    return this.#person;
  }

  /** The contact as rules and references see it. */
  get facts(): ContactFacts {
    return this.#person;
  }

  /** The contact as templates see it: properties without a value have their fallback. */
  get templateContact(): TemplateContact {
    const person = this.#person;
    const { email, unsubscribed, properties } = person;
    const values = [...this.#declared].map(([key, { number, fallbackValue }]) => [
      key,
      properties[number] ?? fallbackValue,
    ]);
    return {
      email,
      ...fieldsByColumn(({ key }) => person[key]),
      unsubscribed,
      properties: Object.fromEntries(values),
    };
  }

  /**
   * The contact as an answer shows it.
   * @returns null: a step has deleted it
   */
  get shown(): SimulatedContact | null {
    if (this.#isDeleted) return null;
    const person = this.#person;
    const { id, isInvented, email, unsubscribed, properties } = person;
    const values = [...this.#declared].flatMap(([key, { number }]): [string, unknown][] =>
      properties[number] === undefined ? [] : [[key, properties[number]]],
    );
    const fields = fieldsByKey(({ key }) => person[key]);
    return { id: isInvented ? null : id, email, ...fields, unsubscribed, properties: values };
  }

  /** Updates it as shared/resources/audience/contacts/many/update.ts does: what the person has unsubscribed stays so. */
  update({ unsubscribed, values, ...fields }: ContactStepUpdate, now: Date): void {
    const before = this.#person;
    const all = Object.entries({ ...before.properties, ...Object.fromEntries(values) });
    const given = {
      ...changedFields(before, fields),
      properties: Object.fromEntries(all.filter(([, value]) => value !== null)),
    };
    const isChanged = !isDeepStrictEqual({ ...before, ...given }, before);
    const unsubscribedBy = this.#decide(unsubscribed);
    this.#person = {
      ...before,
      ...given,
      unsubscribedBy,
      unsubscribed: unsubscribedBy !== null,
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

// What a worker is to do for a step. Mails of many runs are accepted together, and changes of their contacts are one
// transaction, with the moves of the runs.
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { LockedContact } from '../../../audience/contacts/many/lock.ts';
import type { ContactUpdate } from '../../../audience/contacts/many/update.ts';
import type { Segment } from '../../../audience/segments/segment.ts';
import type { MailTask } from './mail-input.ts';

/** The task of a worker. */
export type StepTask = { kind: 'mail'; mail: MailTask } | { kind: 'contact'; change: ContactTask };

/** A change of the contact: of its fields, of its segments, or its end. */
export interface ContactTask {
  update?: {
    /** Whether it may subscribe or unsubscribe the address. */
    decides: boolean;
    namesProperties: boolean;
    /** Reads the values for the properties of the account. @returns or why the step fails: a sentence */
    read(declared: ReadonlyMap<string, ContactProperty>): ContactStepUpdate | string;
  };
  /** The segment that the contact enters. */
  enter?: {
    segmentId: string;
    /** @returns why the step fails: a sentence */
    findFault(contact: Pick<LockedContact, 'audienceId'>, segment: Segment | undefined): string | undefined;
  };
  deletes?: true;
}

/** The changes of a step to the fields of a contact. */
export type ContactStepUpdate = Omit<ContactUpdate, 'contact'>;

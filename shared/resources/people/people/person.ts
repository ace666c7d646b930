// People: who may sign in. A person has one address, one password and perhaps a second factor, for any number of
// accounts (members).

/** A person, without the secrets. */
export interface Person {
  id: string;
  /** Key form (shared/mail/addresses.ts). */
  email: string;
  name: string;
  /** When the person showed by a mailed link that the address is theirs; null: not yet. */
  confirmedAt: Date | null;
  hasSecondFactor: boolean;
  createdAt: Date;
}

/** SQL columns of a Person, of the table `people`. */
export const PERSON_COLUMNS = `
  people.id, people.email, people.name, people.confirmed_at AS "confirmedAt",
  people.totp_secret IS NOT NULL AS "hasSecondFactor", people.created_at AS "createdAt"`;

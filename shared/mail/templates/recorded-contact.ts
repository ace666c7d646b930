// Records which values of a contact a render reads, so that the same can be rendered again from these alone. The engine reads
// own properties only (data.ts), so what it reads passes the traps of a proxy. A template that prints or walks the whole of
// an object sees its keys in their order, which Postgres does not keep: so both renders get them sorted.
import type { TemplateContact } from './template.ts';

/** A contact whose reads are recorded. */
export interface RecordedContact {
  contact: TemplateContact;
  /** The values that were read so far, including only the properties that were read. */
  readValues(): Partial<TemplateContact>;
}

/** Records the reads of a contact. */
export function recordReads(contact: TemplateContact): RecordedContact {
  const own = record(sortKeys(contact));
  const properties = record(sortKeys(contact.properties));
  const recorded = new Proxy<Record<string, unknown>>(
    sortKeys({ ...contact, properties: properties.proxy }),
    own.traps,
  );
  return {
    contact: recorded as unknown as TemplateContact,
    readValues: () => ({
      ...own.readValues(),
      ...(own.hasRead('properties') && { properties: properties.readValues() }),
    }),
  };
}

/** The contact of a render that shows the same as the recorded one. @param values what that one read */
export function recallContact({
  properties = {},
  ...values
}: Readonly<Record<string, unknown>>): TemplateContact {
  return sortKeys({ ...values, properties: sortKeys(properties as object) }) as unknown as TemplateContact;
}

function sortKeys(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function record(values: Record<string, unknown>) {
  const read = new Set<string>();
  const note = (key: string | symbol) => {
    if (typeof key === 'string' && Object.hasOwn(values, key)) read.add(key);
  };
  const traps: ProxyHandler<Record<string, unknown>> = {
    getOwnPropertyDescriptor(target, key) {
      note(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    get(target, key) {
      note(key);
      return Reflect.get(target, key);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      keys.forEach(note);
      return keys;
    },
  };
  return {
    traps,
    proxy: new Proxy(values, traps),
    hasRead: (key: string) => read.has(key),
    readValues: () => Object.fromEntries([...read].map((key) => [key, values[key]])),
  };
}

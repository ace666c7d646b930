// Records which values of a contact a render reads, so that the same can be rendered again from these alone. The engine reads
// own properties only (data.ts), so what it reads passes the traps of a proxy.
import type { TemplateContact } from './template.ts';

/** A contact whose reads are recorded. */
export interface RecordedContact {
  contact: TemplateContact;
  /** What was read so far: of the properties too, those alone that were. */
  readValues(): Partial<TemplateContact>;
}

/** Records what is read of a contact. */
export function recordReads(contact: TemplateContact): RecordedContact {
  const own = record({ ...contact });
  const properties = record({ ...contact.properties });
  const recorded = new Proxy<Record<string, unknown>>(
    { ...contact, properties: properties.proxy },
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

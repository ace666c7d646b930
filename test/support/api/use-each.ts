// Something new for each test of the enclosing `describe`, under one name.

/** Creates it before each test. Read its fields inside hooks and tests. */
export function useEach<T extends object>(create: () => Promise<T>): T {
  let value: T | undefined;
  beforeEach(async () => {
    value = await create();
  });
  const present = () => {
    if (!value) throw new Error('It exists only inside hooks and tests.');
    return value;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(present(), name),
    // Without these, a spread would be empty.
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(present(), name),
  });
}

// Whether two JSON values are the same, and a short mark of one. Names of an object have no order: the database answers
// them in another one than they were given.

/** Whether two JSON values mean the same. It is called several times per key, and a value may contain a long text. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].every((name) =>
    isSameJson(mine[name], theirs[name]),
  );
}

/** The length of a value and 53 bits of it (cyrb53): enough to recognise what one has sent, without keeping it. */
export function fingerprintOf(value: unknown): string {
  const text = ordered(value);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${text.length}.${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}

function ordered(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner) && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

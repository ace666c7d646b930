// Measures JSON without writing it: references of a step may name one large value ten thousand times.

/** The characters of a value as JSON, about; it stops counting beyond the maximum. */
export function jsonSize(value: unknown, max: number): number {
  let size = 0;
  const left = [value];
  while (left.length > 0 && size <= max) {
    const next = left.pop();
    size += typeof next === 'string' ? next.length + 2 : 4;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, each] of Object.entries(next)) {
      size += Array.isArray(next) ? 1 : name.length + 4;
      left.push(each);
    }
  }
  return size;
}

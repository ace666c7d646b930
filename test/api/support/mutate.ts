// Mutations of good requests for fuzzing, generated from a seed: the same seed gives the same requests.

import { pick, type Random } from '../../support/random.ts';

const DEEP = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);

/** Texts that often break programs. */
export const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nBcc: x@y.z',
  '\u2028',
  '\ud800',
  'x\udfff',
  '\u202e',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(50),
  'é'.normalize('NFD'),
  'null',
  '-1',
  '1e400',
  '0x10',
  '__proto__',
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '0'.repeat(1_000),
  'a@b',
  'a@b.c',
  '"@"@x.dev',
  'A <a@x.dev>, B <b@x.dev>',
  '01936d3e-5b7a-7c3d-9f21-0123456789ab',
  '2026-13-45T99:99:99Z',
  'x'.repeat(20_000),
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1 },
  { toString: 'x' },
  { constructor: { prototype: { admin: true } } },
  DEEP,
  Array.from({ length: 200 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])),
];

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  'a.b',
  '$where',
  'id',
  'created_at',
];

/** An unexpected value. */
function oddValue(random: Random): unknown {
  return random() < 0.5 ? pick(random, ODD_TEXTS) : structuredClone(pick(random, ODD_VALUES));
}

/** A copy with one to three parts changed, removed, duplicated or added. */
export function mutate(good: unknown, random: Random): unknown {
  let mutated = structuredClone(good);
  const changes = 1 + Math.floor(random() * 3);
  for (let count = 0; count < changes; count += 1) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(value: unknown, random: Random): unknown {
  if (random() < 0.05) return oddValue(random);
  if (Array.isArray(value)) return mutateList(value, random);
  if (typeof value === 'object' && value !== null)
    return mutateObject(value as Record<string, unknown>, random);
  return oddValue(random);
}

function mutateList(list: unknown[], random: Random): unknown[] {
  const place = Math.floor(random() * (list.length + 1));
  const deed = random();
  if (deed < 0.2) list.splice(place, 1);
  else if (deed < 0.4) list.splice(place, 0, oddValue(random));
  else if (deed < 0.5) list.push(...structuredClone(list));
  else if (place < list.length) list[place] = mutateOnce(list[place], random);
  return list;
}

function mutateObject(object: Record<string, unknown>, random: Random): Record<string, unknown> {
  const name = pick(random, [...Object.keys(object), pick(random, ODD_NAMES)]);
  const deed = random();
  if (deed < 0.2) delete object[name];
  // Not an assignment: of `__proto__` that would set no field.
  else if (deed < 0.6)
    Object.defineProperty(object, name, {
      value: oddValue(random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else if (Object.hasOwn(object, name)) object[name] = mutateOnce(object[name], random);
  return object;
}

// Templates that are harmless alone and hostile with their values (part of hostile-templates.ts).
import type { HostileTemplate } from './hostile-sources.ts';
import { declareAll } from './support/render-source.ts';

const MILLION = 1_000_000;

const hostile = (name: string, html: string, values: HostileTemplate['values'] = {}): HostileTemplate => ({
  name,
  source: { html },
  variables: declareAll(values),
  values,
});

const loop = (body: string) =>
  `{% for i in (1..10000) %}{% for j in (1..10000) %}${body}{% endfor %}{% endfor %}`;

/** An object with many keys, as it comes from a JSON text: a dictionary. */
const withKeys = (keys: number): unknown =>
  JSON.parse(JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1]))));

/** Digits of a number without a short form. */
const digits = (length: number, seed: number) =>
  Array.from({ length }, (_, i) => (((i + seed) * 7_919) % 104_729) % 10).join('');

/** Numbers that V8 puts into the same bucket of a set: it does not seed the hash of a small integer. */
function collidingNumbers(count: number): number[] {
  const numbers: number[] = [];
  for (let number = 0; numbers.length < count; number += 1) {
    if ((hashOf(number) & 0x7fff) === 5) numbers.push(number);
  }
  return numbers;
}

/** ComputeUnseededHash in https://github.com/v8/v8/blob/main/src/utils/utils.h */
function hashOf(number: number): number {
  let hash = ~number + (number << 15);
  hash ^= hash >>> 12;
  hash += hash << 2;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2_057);
  return hash ^ (hash >>> 16);
}

const BRANCHES: HostileTemplate[] = [
  hostile('properties without an end in a placeholder', `{{{x${'.a'.repeat(18_000)}}}}`, { x: { a: 1 } }),
  hostile('properties without an end in an output', `{{ x${'.a'.repeat(8_000)} }}`, { x: { a: 1 } }),
  hostile('a dotted name of 512 KiB', `{{{x${'.a'.repeat(255_000)}}}}`, { x: { a: 1 } }),
  hostile('thousands of branches', loop(`{% if false %}${'{% elsif false %}'.repeat(6_000)}{% endif %}`)),
  hostile(
    'branches that test a path',
    loop(`{% if x.a.b.c %}${'{% elsif x.a.b.c %}'.repeat(2_500)}{% endif %}`),
    { x: { a: { b: {} } } },
  ),
  hostile('thousands of cases', loop(`{% case x %}${'{% when i.a.a %}'.repeat(3_000)}{% endcase %}`), {
    x: 'a',
  }),
  hostile(
    'a case with thousands of values',
    loop(`{% case x %}{% when i${', i'.repeat(3_000)} %}{% endcase %}`),
    {
      x: 'a',
    },
  ),
  hostile(
    'a cycle with long values and a group for each turn',
    loop(`{% cycle j: "x"${' '.repeat(16_000)}, "y" %}`),
  ),
  hostile('indexes that are long texts', loop('{{ y[x] }}'), { x: 'é'.repeat(MILLION), y: { a: 1 } }),
];

const LISTS: HostileTemplate[] = [
  hostile('a set of numbers with the same hash', '{{ x | uniq | size }}'.repeat(3), {
    x: collidingNumbers(10_000),
  }),
  hostile('a sort of numbers and long digits', '{{ x | sort | size }}'.repeat(4), {
    x: Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? digits(90, i) : i * 1e7)),
  }),
  hostile('a sum of long digits', '{{ x | sum: "a" }}'.repeat(5), {
    x: Array.from({ length: 10_000 }, (_, i) => ({ a: `0.${digits(390, i)}` })),
  }),
  hostile('a list of a hundred thousand objects', '{{{x}}}', { x: new Array(100_000).fill({ a: 1 }) }),
  hostile('lists of a million texts, compared', loop('{% if x == y %}{% endif %}'), {
    x: new Array(MILLION).fill('abc'),
    y: new Array(MILLION).fill('abc'),
  }),
  hostile('an object with 100,000 keys, written', '{{ x | json | size }}'.repeat(3), {
    x: withKeys(100_000),
  }),
  hostile('an object with 100,000 keys in a list', '{{ x | concat: x | size }}', { x: [withKeys(100_000)] }),
  hostile(
    'nested loops over 10,000 keys',
    `${Array.from({ length: 45 }, (_, i) => `{% for v${i} in x %}`).join('')}${'{% endfor %}'.repeat(45)}`,
    { x: withKeys(10_000) },
  ),
  {
    ...hostile(
      'a hundred thousand variables and many fields',
      'x',
      withKeys(100_000) as Record<string, unknown>,
    ),
    source: { replyTo: new Array(50).fill('a{{ k1 }}@x.test'), html: 'x', text: 'x' },
  },
];

const LONG: readonly [name: string, text: string][] = [
  ['&', '&'.repeat(MILLION)],
  ['a-', 'a-'.repeat(250_000)],
  ['€', '€'.repeat(500_000)],
  ['a €', 'a €'.repeat(170_000)],
  ['line breaks', '\n'.repeat(500_000)],
];

// biome-ignore format: a table.
const TEXT_FILTERS = [
  'escape', 'escape_once', 'newline_to_br', 'url_encode', 'cgi_escape', 'uri_escape', 'slugify', 'upcase',
  'strip_html', 'squish', 'base64_decode', 'strip: "a€ "', 'split: ""', 'replace: "", "x"', 'json',
];

const TEXTS: HostileTemplate[] = [
  ...LONG.flatMap(([name, x]) =>
    TEXT_FILTERS.map((filter) => hostile(`${filter} of ${name}`, `{% assign b = x | ${filter} %}`, { x })),
  ),
  hostile('an output that escaping makes five times as long', '{{ x }}', { x: '&'.repeat(MILLION) }),
  hostile('a backward search', '{{ x | remove_last: y | replace_last: y, "" | size }}'.repeat(4), {
    x: 'a'.repeat(500_000),
    y: `${'a'.repeat(249)}b`,
  }),
  hostile(
    'escaped texts in captures inside each other',
    `${'{% capture q %}{{ x }}'.repeat(48)}${'{% endcapture %}'.repeat(48)}`,
    { x: '€&'.repeat(90_000) },
  ),
  hostile('time zones in a loop', loop('{{ j | date: "%c", "Europe/Berlin" }}')),
  hostile('an unknown date in a loop', loop('{{ x | date: "%H" }}'), { x: '('.repeat(99) }),
];

export const HOSTILE_VALUES: readonly HostileTemplate[] = [...BRANCHES, ...LISTS, ...TEXTS];

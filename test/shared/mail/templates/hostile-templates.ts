// Templates that try to stall, to fill the memory, to break out of the data, or to crash the parser. Each must end in an
// output or in one of the two errors of the template engine, within the limits. Also for benches and tests of the API.
import type { DeclaredVariable } from '../../../../shared/mail/templates/template.ts';
import { HOSTILE_SOURCES, type HostileTemplate } from './hostile-sources.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

const html = (name: string, source: string): HostileTemplate => ({ name, source: { html: source } });

/** A template with one variable. */
const withValue = (
  name: string,
  type: DeclaredVariable['type'],
  value: unknown,
  source: string,
): HostileTemplate => ({
  name,
  source: { html: source },
  variables: [{ key: 'x', type, fallbackValue: null }],
  values: { x: value },
});

const loops = (depth: number, list: string, body: string) =>
  `${Array.from({ length: depth }, (_, level) => `{% for v${level} in ${list} %}`).join('')}${body}${'{% endfor %}'.repeat(depth)}`;

const DOUBLING = '{% assign a = "0123456789abcdef" %}';
/** `a` has 512 Ki characters. */
const LARGE = `${DOUBLING}${'{% assign a = a | append: a %}'.repeat(15)}`;
const deepJson: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
const wideObject = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
const OWN_METHODS: unknown = JSON.parse(
  '{"toString": 1, "valueOf": 2, "toJSON": 3, "toLiquid": "x", "then": 4, "next": 5, "length": 9, "__proto__": {"a": 1}, "constructor": {"name": "c"}}',
);

const LOOPS: HostileTemplate[] = [
  html('ten nested loops', loops(10, '(1..100)', 'x')),
  html('nested loops without a body', loops(4, '(1..10000)', '')),
  html(
    'nested loops that skip all items',
    loops(1, '(1..10000)', '{% for i in (1..10000) limit: 0 %}{% endfor %}'),
  ),
  html('loops with a body that prints nothing', loops(3, '(1..1000)', '{% if false %}{% endif %}')),
  html('a loop with a large body', loops(1, '(1..10000)', '{% assign q = 1 %}'.repeat(1_000))),
  html(
    'tables in tables',
    '{% tablerow i in (1..1000) cols: 3 %}{% tablerow j in (1..1000) %}x{% endtablerow %}{% endtablerow %}',
  ),
  html(
    'a table with an endless number of columns',
    `{% tablerow i in (1..5) cols: ${'9'.repeat(400)} %}x{% endtablerow %}`,
  ),
  html('a range of a billion', '{% for i in (1..1000000000) %}x{% endfor %}'),
  html('a range over the safe integers', '{{ (9007199254740992..9007199254740994) | join }}'),
  html(
    'a range from minus infinity',
    `{% assign n = ${'9'.repeat(400)} %}{{ (-1..n) | size }}{{ (n..n) | size }}`,
  ),
  html('ranges in a loop', loops(2, '(1..10000)', '{{ (1..10000) | size }}')),
  withValue(
    'a loop over a million nulls',
    'list',
    new Array(1_000_000).fill(null),
    loops(1, '(1..1000)', '{{ x }}'),
  ),
  withValue(
    'membership in a large list',
    'list',
    Array.from({ length: 200_000 }, (_, i) => i),
    loops(1, '(1..10000)', '{% if x contains -1 %}{% endif %}'),
  ),
  withValue(
    'a loop over a wide object',
    'object',
    wideObject,
    loops(1, '(1..10000)', '{% for pair in x limit: 1 %}{% endfor %}'),
  ),
  withValue(
    'the size of a wide object in a loop',
    'object',
    wideObject,
    loops(1, '(1..10000)', '{{ x.size }}'),
  ),
];

const GROWTH: HostileTemplate[] = [
  html('doubling by append', `${DOUBLING}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`),
  html(
    'doubling by capture',
    `${DOUBLING}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(60)}{{ a }}`,
  ),
  html(
    'doubling by replace',
    `${DOUBLING}${'{% assign a = a | replace: "a", "aaaaaaaaaaaaaaaa" %}'.repeat(30)}`,
  ),
  html('replace of every position', `${LARGE}{{ a | replace: "", a }}`),
  html(
    'doubling of a list',
    `{% assign a = "a,b" | split: "," %}${'{% assign a = a | concat: a %}'.repeat(60)}{{ a | size }}`,
  ),
  html(
    'a list that contains itself again and again',
    `{% assign a = "a" | split: "" %}${'{% assign a = a | push: a | push: a %}'.repeat(100)}{{ a | json }}`,
  ),
  html(
    'a list of the same long text',
    `${LARGE}{% assign l = "" | split: "" %}${'{% assign l = l | push: a %}'.repeat(100)}{{ l | join | size }}`,
  ),
  html(
    'a hundred megabytes of variables',
    `${LARGE}${Array.from({ length: 100 }, (_, i) => `{% assign b${i} = a | upcase | append: "${i}" | downcase %}`).join('')}`,
  ),
  html('split into a million characters', `${LARGE}{{ a | split: "" | size }}`),
  html('joined with a long separator', `${LARGE}{{ (1..10000) | join: a | size }}`),
  html('urlencoded again and again', `${LARGE}{{ a${' | url_encode'.repeat(90)} }}`),
  html('escaped again and again', `{% assign a = "&&&&&&&&&&&&&&&&" %}{{ a${' | escape'.repeat(190)} }}`),
  html('padding of a date', '{{ 0 | date: "%1000000000d" }}'),
  html('padding of nanoseconds', '{{ 0 | date: "%999999999N" }}'),
  html(
    'small paddings, many times',
    `{% for i in (1..10000) %}{{ 0 | date: "${'%99d'.repeat(20)}" }}{% endfor %}`,
  ),
  html(
    'names of months in a loop',
    `{% for i in (1..10000) %}{{ i | date: "${'%A%B'.repeat(20)}" }}{% endfor %}`,
  ),
  html('a date in an unknown time zone', '{{ 0 | date: "%c", "Mars/Olympus" }}'),
  html('output over the limit', loops(2, '(1..1000)', 'x'.repeat(1_000))),
  html('output of one character at a time', loops(2, '(1..200)', 'x{{ v0 }}y{{ v1 }}'.repeat(10))),
  html(
    'output in captures that are thrown away',
    loops(2, '(1..1000)', `{% capture q %}${'y'.repeat(50_000)}{% endcapture %}`),
  ),
];

const TIME: HostileTemplate[] = [
  html(
    'a search in quadratic time',
    `{% assign a = "a" %}${'{% assign a = a | append: a %}'.repeat(19)}{% assign b = a | slice: 0, 400000 | prepend: "b" %}{{ a | replace: b, "" | size }}{{ a | split: b | size }}`,
  ),
  html(
    'a search with a long repetitive needle',
    `{% assign a = "a" %}${'{% assign a = a | append: a %}'.repeat(19)}{% assign b = a | slice: 0, 249 | prepend: "b" %}${loops(1, '(1..1000)', '{% if a contains b %}{% endif %}')}`,
  ),
  html(
    'comparisons of long texts',
    `${LARGE}{% assign b = a | append: "" | upcase | downcase %}${loops(1, '(1..10000)', '{% if a == b or a <= b %}{% endif %}')}`,
  ),
  html(
    'blanks compared with blank',
    `{% assign a = " " %}${'{% assign a = a | append: a %}'.repeat(19)}${loops(1, '(1..10000)', '{% if a == blank %}{% endif %}')}`,
  ),
  html(
    'a sort of the same long texts',
    `${LARGE}{% assign b = a | append: "x" %}{% assign l = "" | split: "" %}${'{% assign l = l | push: a | push: b %}'.repeat(50)}{{ l | sort | size }}`,
  ),
  withValue(
    'sorts of a large list',
    'list',
    Array.from({ length: 10_000 }, (_, i) => `k${(i * 7_919) % 10_007}`),
    `{{ x${' | sort | reverse | sort_natural | uniq'.repeat(20)} | size }}`,
  ),
  withValue(
    'a map over a path without an end',
    'list',
    new Array(10_000).fill({ a: 1 }),
    `{% assign p = "a." %}${'{% assign p = p | append: p %}'.repeat(18)}{{ x | map: p | size }}`,
  ),
  withValue(
    'a number with a million digits',
    'string',
    '1'.repeat(1_000_000),
    loops(1, '(1..10000)', '{{ x | plus: 1 }}'),
  ),
  html(
    'tags stripped from brackets',
    `{% assign a = "<" %}${'{% assign a = a | append: a %}'.repeat(19)}${'{% assign b = a | strip_html %}'.repeat(50)}`,
  ),
  withValue(
    'a set of all characters',
    'string',
    String.fromCodePoint(...Array.from({ length: 50_000 }, (_, index) => index + 1)),
    loops(1, '(1..10000)', '{% assign b = "x" | strip: x %}'),
  ),
  html('a chain of 2,000 filters', `{{ "a"${' | append: "b"'.repeat(1_100)} }}`),
  html(
    'chains of filters in a loop',
    loops(1, '(1..10000)', `{{ "abc"${' | upcase | downcase | capitalize | url_encode'.repeat(20)} }}`),
  ),
  html('cycles with long groups', `${LARGE}${loops(1, '(1..10000)', '{% cycle a: "x", "y" %}')}`),
];

const BREAKOUT: HostileTemplate[] = [
  withValue(
    'prototypes of the data',
    'object',
    { a: 1 },
    '{{ x.constructor.constructor }}{{ x.__proto__.toString }}{{ x["constructor"]["prototype"] }}{{ x.hasOwnProperty }}{{ "a".constructor }}{{ x.a.toFixed }}',
  ),
  withValue(
    'properties named as methods',
    'object',
    OWN_METHODS,
    '{{ x }}{{ x | json }}{{ x.toString }}{{ x.__proto__ }}{{ x.constructor }}{{ x | upcase }}{% if x == 1 or x < 2 or x contains 3 %}{% endif %}{{ x | plus: 1 }}{{ x | sort | first }}{{ x | date: "%Y" }}{% for p in x %}{{ p }}{% endfor %}',
  ),
  withValue('a value that is nested deeply', 'list', deepJson, '{{ x }}{{ x | json }}{{ x | join }}'),
  withValue(
    'lists that are nested deeply, compared',
    'list',
    [deepJson, deepJson],
    '{% if x[0] == x[1] %}{% endif %}{{ x | concat: x }}',
  ),
  withValue(
    'a list of ten times a million letters',
    'list',
    new Array(10).fill('x'.repeat(1_000_000)),
    '{{ x | json }}{{ x | join }}',
  ),
  { name: 'values that were not declared', source: { html: '{{ secret }}' }, values: { secret: 'x' } },
  { name: 'names of prototypes', source: { html: '{{ __proto__ }}{{ toString }}{{ hasOwnProperty }}' } },
  html('files', '{% include "/etc/passwd" %}{% render "x" %}{% layout "y" %}'),
  html('expressions in arguments', '{{ (1..3) | where_exp: "i", "i > 1" | find_exp: "i", "i" }}'),
  html('`{{{` in raw text', '{% raw %}{{{ {{{x}}} {% if %} {{ {% endraw %}'),
  html('quotes and Liquid in a fallback', `{{{FIRST_NAME|"'{{ x }}{% if %}|}} %}\\}}}`),
];

export const HOSTILE_TEMPLATES: readonly HostileTemplate[] = [
  ...LOOPS,
  ...GROWTH,
  ...TIME,
  ...BREAKOUT,
  ...HOSTILE_VALUES,
  ...HOSTILE_SOURCES,
];

// Templates that take as long as the limits allow, or that would take far longer without them: the slowest of the cases
// in test/shared/mail/templates/hostile-templates.ts, which a bench may not import. Made once, so that the process that
// sends them does not spend its CPU on making them.

/** Bodies of one template. */
export interface HostileBodies {
  /** The body of POST /templates and PATCH /templates/:id. */
  save: Buffer;
  /** The body of POST /templates/preview. */
  preview: Buffer;
}

const MIB = 1024 * 1024;
const DEEP = 100_000;

const loop = (body: string, times = 10_000) => `{% for i in (1..${times}) %}${body}{% endfor %}`;
const fill = (piece: string) => piece.repeat(Math.floor(MIB / 2 / piece.length));
/** A text in `a` that doubles again and again. */
const doubled = (text: string, times: number) =>
  `{% assign a = "${text}" %}${'{% assign a = a | append: a %}'.repeat(times)}`;
const LARGE = doubled('0123456789abcdef', 15);

const WIDE = Object.fromEntries(Array.from({ length: DEEP }, (_, index) => [`k${index}`, index]));

/** Slow to render. */
const RENDERS = [
  loop(`{{ i | date: "${'%A%B'.repeat(20)}" }}`),
  loop(`{{ "abc"${' | upcase | downcase | capitalize | url_encode'.repeat(20)} }}`),
  `${LARGE}{% assign b = a | upcase | downcase %}${loop('{% if a == b or a <= b %}{% endif %}')}`,
  doubled(' ', 19) + loop('{% if a == blank %}{% endif %}'),
  LARGE + loop('{% cycle a: "x", "y" %}'),
  loop(loop('{{ (1..10000) | size }}')),
  loop('{% for j in (1..10000) limit: 0 %}{% endfor %}'),
  `{% assign a = "a" | split: "" %}${'{% assign a = a | push: a | push: a %}'.repeat(100)}{{ a | json }}`,
  '{% tablerow i in (1..1000) cols: 3 %}{% tablerow j in (1..1000) %}x{% endtablerow %}{% endtablerow %}',
  `${LARGE}{{ a${' | url_encode'.repeat(90)} }}`,
];

/** Slow to parse. */
const SOURCES = [
  '{% for i in x %}'.repeat(10_000) + '{% endfor %}'.repeat(10_000),
  `${fill('\n').slice(10)}{{ a b }}`,
  fill('{% case 1 %}{% when '),
  fill('{% raw %}{%'),
  fill('{{ a |'),
  '{% if 1 %}x{% endif %}'.repeat(20_000),
  Array.from({ length: 20_000 }, (_, index) => `{{{n${index}}}}\n`).join(''),
];

/** Html with a large value of `x`, as JSON. */
const VALUES: [html: string, type: string, value: string][] = [
  [loop('{{ x.size }}'), 'object', JSON.stringify(WIDE)],
  [loop('{% if x contains -1 %}{% endif %}'), 'list', JSON.stringify([...Array(2 * DEEP).keys()])],
  [loop('{{ x }}', 1_000), 'list', JSON.stringify(Array(10 * DEEP).fill(null))],
  ['{{ x | json }}{{ x | join }}', 'list', JSON.stringify(Array(10).fill('x'.repeat(MIB)))],
  ['{{ x }}{{ x | json }}', 'list', '['.repeat(DEEP) + ']'.repeat(DEEP)],
];

/** Makes the bodies. */
export function makeHostileBodies(): HostileBodies[] {
  return [
    ...[...RENDERS, ...SOURCES].map((html) => bodiesOf({ html, variables: [] })),
    ...VALUES.map(([html, type, value]) => bodiesOf({ html, variables: [{ key: 'x', type }] }, value)),
  ];
}

/** @param value JSON of `x` */
function bodiesOf(fields: object, value = 'null'): HostileBodies {
  const save = JSON.stringify({ name: 'Hostile', ...fields });
  return {
    save: Buffer.from(save),
    preview: Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"values":{"x":${value}}}`),
  };
}

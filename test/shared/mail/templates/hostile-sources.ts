// Templates that try to stall or to crash the parser (part of hostile-templates.ts).
import type { MailContent } from '../../../../shared/contract/mail/fields.ts';
import type { DeclaredVariable, TemplateValues } from '../../../../shared/mail/templates/template.ts';

export interface HostileTemplate {
  name: string;
  source: Partial<MailContent>;
  variables?: readonly DeclaredVariable[];
  values?: TemplateValues['variables'];
}

const KIB_512 = 512 * 1024;
const fill = (piece: string, bytes = KIB_512) => piece.repeat(Math.floor(bytes / piece.length));
const html = (name: string, source: string): HostileTemplate => ({ name, source: { html: source } });

const nested = (opening: string, closing: string, depth: number) =>
  opening.repeat(depth) + closing.repeat(depth);

// biome-ignore format: a table.
export const HOSTILE_SOURCES: readonly HostileTemplate[] = [
  html('100,000 outputs', '{{1}}'.repeat(100_000)),
  html('20,000 tags', '{%if 1%}x{%endif%}'.repeat(20_000)),
  html('deeply nested conditions', nested('{% if 1 %}', '{% endif %}', 10_000)),
  html('deeply nested loops', nested('{% for i in x %}', '{% endfor %}', 10_000)),
  html('deeply nested captures', nested('{% capture q %}', '{% endcapture %}', 5_000)),
  html('deeply nested brackets', `{{ a${nested('[a', ']', 5_000)} }}`),
  html('nested brackets with quoted ones', `{{ a${'["]"'.repeat(3_000)}${']'.repeat(3_000)} }}`),
  html('deeply nested ranges', `{{ ${nested('(1..', ')', 3_000)} }}`),
  html('a long condition', `{% if ${'a == 1 and '.repeat(1_400)}1 %}x{% endif %}`),
  html('a long tag', `{% assign a = "${'x'.repeat(400_000)}" %}`),
  html('a number with many digits', `{{ ${'9'.repeat(16_000)}x }}`),
  html('20,000 unknown names', Array.from({ length: 20_000 }, (_, i) => `{{{n${i}}}}\n`).join('')),
  html('512 KiB of line breaks before a fault', `${fill('\n', KIB_512 - 10)}{{ a b }}`),
  ...[
    '{{', '{%', '{{{', '{', '}}', '}}}', '"', "'", '[', '(', '{{"', '{%"', '{{[', '{%raw%}',
    '{% raw %}{% endraw ', '{% raw %}{% endraw %}', '{% # \n', '{% raw %}{%', '{%comment%}', '{{{{', '{%-',
    '{{{a|', '{{{a}}', '{#', '{{ a |', '{% case 1 %}{% when ', '<', '{{-',
  ].map((piece) => html(`512 KiB of ${piece}`, fill(piece))),
  html('over 512 KiB', 'x'.repeat(KIB_512 + 1)),
  ...[
    '{% if 1 %}', '{% for i in (1..2) %}', '{% capture a %}', '{% case 1 %}', '{% raw %}', '{% comment %}',
    '{{ "a', '{{ a[', '{% tablerow i in (1..2) %}', '{{{a', '{% if',
  ].map((opening) => html(`${opening} without an end`, `text ${opening} text`)),
  ...[
    'endif', 'else', 'elsif x', 'when 1', 'endfor', 'endraw', 'endcomment', 'liquid\nassign a = 1',
    'block x',
  ].map((tag) => html(`${tag} without a beginning`, `{% ${tag} %}`)),
];

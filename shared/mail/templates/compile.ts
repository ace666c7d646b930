// Compiles a template: parses its fields to trees with liquidjs's tokenizer, and finds out what they use. A template is
// untrusted input, so its size is bounded before and while it is parsed.

import { MAIL_FIELDS, type MailContent, type MailField } from '../../contract/mail/fields.ts';
import { CONTACT_NAMES } from '../../contract/templates/reserved-names.ts';
import { MAX_TEMPLATE_NODES, MAX_TEMPLATE_SOURCE_BYTES } from './limits.ts';
import { FieldScope, type NodeAllowance } from './parsing/field-scope.ts';
import { parseField } from './parsing/parse-field.ts';
import { SourceLines } from './parsing/source-lines.ts';
import { findFault } from './parsing/template-tokenizer.ts';
import { type DeclaredVariable, type TemplateProblem, TemplateSyntaxError } from './template.ts';
import type { Body, NameReference } from './tree.ts';

/** A parsed template. It is immutable and may be rendered any number of times. */
export interface CompiledTemplate {
  /** An estimate of its memory, for a cache with a bound. */
  readonly bytes: number;
  /** Uses `contact`, FIRST_NAME, LAST_NAME or EMAIL. */
  readonly usesContact: boolean;
  /** Uses POLL, so a mail that is made of it needs a poll. */
  readonly usesPoll: boolean;
  readonly variables: ReadonlyMap<string, DeclaredVariable>;
  /** The parts in the order of MAIL_FIELDS; `reply_to` has one for each of its items. */
  readonly parts: readonly CompiledPart[];
}

/** A parsed field, or one item of `reply_to`. */
export interface CompiledPart {
  readonly field: MailField['name'];
  readonly key: MailField['key'];
  readonly source: string;
  readonly body: Body;
  /** How many places the loops need for their items and states. */
  readonly slots: number;
  readonly assigned: ReadonlySet<string>;
  readonly references: readonly NameReference[];
  /** The declared variables that it uses. */
  readonly variables: readonly DeclaredVariable[];
}

/** @throws TemplateSyntaxError with the first problem of each faulty field */
export function compileTemplate(
  source: MailContent,
  variables: readonly DeclaredVariable[],
): CompiledTemplate {
  const sources = fieldsOf(source);
  refuse(findOversize(sources));
  const declared = new Map(variables.map((variable) => [variable.key, variable]));
  const nodes: NodeAllowance = { left: MAX_TEMPLATE_NODES };
  const problems: TemplateProblem[] = [];
  const parts: CompiledPart[] = [];
  for (const { key, name: field, text } of sources) {
    const scope = new FieldScope(nodes);
    try {
      const body = parseField(text, field === 'html', scope);
      parts.push({ key, field, ...toPart(text, body, scope, declared) });
    } catch (error) {
      const fault = findFault(error);
      if (fault === undefined) throw error;
      problems.push({ field, ...new SourceLines(text).positionOf(fault.offset), message: fault.message });
    }
  }
  refuse(problems);
  const names = new Set(parts.flatMap(({ references }) => references.map(({ name }) => name)));
  return {
    bytes: sizeOfTree(sources, MAX_TEMPLATE_NODES - nodes.left),
    usesContact: names.has('contact') || [...CONTACT_NAMES.keys()].some((name) => names.has(name)),
    usesPoll: names.has('POLL'),
    variables: declared,
    parts,
  };
}

type FieldSource = Pick<MailField, 'key' | 'name'> & { text: string };

function fieldsOf(source: MailContent): FieldSource[] {
  return MAIL_FIELDS.flatMap(({ key, name }) =>
    [source[key] ?? []].flat().map((text) => ({ key, name, text })),
  );
}

function refuse([first, ...others]: readonly TemplateProblem[]): void {
  if (first !== undefined) throw new TemplateSyntaxError([first, ...others]);
}

/** The field with which the template exceeds the limit of its source. */
function findOversize(sources: readonly FieldSource[]): TemplateProblem[] {
  let bytes = 0;
  for (const { name: field, text } of sources) {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_TEMPLATE_SOURCE_BYTES) {
      const message = `the template is larger than ${MAX_TEMPLATE_SOURCE_BYTES / 1024} KiB`;
      return [{ field, line: 1, column: 1, message }];
    }
  }
  return [];
}

function toPart(
  source: string,
  body: Body,
  { slots, assigned, references }: FieldScope,
  declared: ReadonlyMap<string, DeclaredVariable>,
): Omit<CompiledPart, 'key' | 'field'> {
  const names = new Set(references.map(({ name }) => name));
  const variables = [...names].flatMap((name) => declared.get(name) ?? []);
  return { source, body, slots, assigned, references, variables };
}

/** Measured: a node with its part of the lists takes up to 160 bytes. The texts of the tree are slices of the source. */
const BYTES_PER_NODE = 160;
const BYTES_PER_TEMPLATE = 2_000;

function sizeOfTree(sources: readonly FieldSource[], nodes: number): number {
  const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
  return BYTES_PER_TEMPLATE + characters * 2 + nodes * BYTES_PER_NODE;
}

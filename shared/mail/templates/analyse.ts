// Static analysis of a template: undefined names that it uses. The parser has recorded every use with its
// place. A property that only the data decides (`contact[name]`) is not checked.
import { PROPERTY_KEY } from '../../contract/contact-properties/keys.ts';
import { CONTACT_FIELDS } from '../../contract/contacts/fields.ts';
import { CONTACT_NAMES, LINK_MARKERS } from '../../contract/templates/reserved-names.ts';
import type { CompiledPart, CompiledTemplate } from './compile.ts';
import { SourceLines } from './parsing/source-lines.ts';
import type { TemplateProblem } from './template.ts';
import type { NameReference } from './tree.ts';

/** Undeclared variables and unknown names, each once per field, at its first place. */
export function findUnknownNames(template: CompiledTemplate): TemplateProblem[] {
  const found = new Set<string>();
  const problems: TemplateProblem[] = [];
  for (const part of template.parts) {
    const lines = new SourceLines(part.source);
    for (const reference of part.references) {
      const message = findProblem(reference, part, template);
      const key = `${part.field} ${message}`;
      if (message === undefined || found.has(key)) continue;
      found.add(key);
      problems.push({ field: part.field, ...lines.positionOf(reference.offset), message });
    }
  }
  return problems;
}

/** Finds where a name without a value is used: its first place in each field. */
export function findUsesOfName(template: CompiledTemplate, name: string, message: string): TemplateProblem[] {
  return template.parts.flatMap((part) => {
    const use = part.references.find((reference) => reference.name === name);
    if (!use) return [];
    return [{ field: part.field, ...new SourceLines(part.source).positionOf(use.offset), message }];
  });
}

const CONTACT_PROPERTIES: ReadonlySet<string> = new Set([
  'email',
  ...CONTACT_FIELDS.map(({ column }) => column),
  'unsubscribed',
  'properties',
]);

function findProblem(
  { name, property }: NameReference,
  part: CompiledPart,
  { variables }: CompiledTemplate,
): string | undefined {
  if (name === 'contact') {
    const isKnown = property === null || CONTACT_PROPERTIES.has(property);
    return isKnown ? undefined : `\`contact.${property}\` is an unknown name${propertyHint(property)}`;
  }
  if (name === 'this') return '`this` is an unknown name';
  if (name === 'forloop' || name === 'tablerowloop') return `\`${name}\` is used outside of its loop`;
  // The links of a recipient and the poll are put into the bodies only.
  if (LINK_MARKERS.has(name))
    return part.field === 'html' || part.field === 'text'
      ? undefined
      : `\`${name}\` has a value in \`html\` and \`text\` only`;
  if (name === 'event' || CONTACT_NAMES.has(name)) return undefined;
  if (part.assigned.has(name) || variables.has(name)) return undefined;
  return `Variable \`${name}\` is used in the template but not declared${hintFor(name)}`;
}

/** Properties of contacts are below `properties`; other services have them next to the fields. */
function propertyHint(name: string): string {
  return PROPERTY_KEY.test(name) ? `; a property is \`{{{contact.properties.${name}}}}\`` : '';
}

/** The reserved name that a name in another case most likely means: other services write theirs in lower case. */
function hintFor(name: string): string {
  const upper = name.toUpperCase();
  const isReserved = LINK_MARKERS.has(upper) || CONTACT_NAMES.has(upper);
  return isReserved ? `; did you mean \`{{{${upper}}}}\`?` : '';
}

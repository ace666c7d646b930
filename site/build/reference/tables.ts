// Tables of fields and parameters, as Markdown.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { DescribedParameter } from './description.ts';
import { fieldRows, typeWords } from './fields.ts';
import { limitWords } from './limits.ts';

/** The fields of a schema; without any, what it is. */
export function fieldTable(schema: JsonSchema): string {
  const rows = fieldRows(schema);
  if (rows.length === 0) return `It has no fields of its own: ${typeWords(schema)}.`;
  return table(
    ['field', 'type', 'required', 'meaning'],
    rows.map(({ path, type, required, meaning, limits }) => [
      `\`${path}\``,
      type,
      required,
      withLimits(meaning, limits),
    ]),
  );
}

/** The parameters of the path, the query and the headers. */
export function parameterTable(parameters: readonly DescribedParameter[]): string {
  return table(
    ['parameter', 'in', 'type', 'required', 'meaning'],
    parameters.map(({ name, in: place, required, description = '', schema }) => [
      `\`${name}\``,
      place,
      typeWords(schema),
      required ? 'yes' : 'no',
      withLimits(description, limitWords(schema)),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((cells) => cells.map(escapeCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function withLimits(meaning: string, limits: string): string {
  return limits === '' ? meaning : `${meaning} (${limits})`;
}

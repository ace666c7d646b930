// The names that a source uses and that nothing defines, from the places that the server has named. Pure.
import { RESERVED_NAMES } from '../../../../../shared/contract/templates/reserved-names.ts';
import type { SourceProblem } from '../../../../api/failure.ts';
import type { TemplateDraft } from '../template-draft.ts';

const NAME = /[A-Za-z_]\w*/y;

/** @param problems of a source without faults of its syntax: then each is about a name, which stands at its place */
export function undeclaredNames(problems: readonly SourceProblem[], draft: TemplateDraft): string[] {
  const declared = new Set(draft.variables.map(({ key }) => key));
  const names = problems.map((problem) => nameAt(fieldText(draft, problem.field), problem));
  const offered = names.filter(
    (name) => name !== undefined && !declared.has(name) && !RESERVED_NAMES.has(name),
  );
  return [...new Set(offered as string[])];
}

function nameAt(text: string, { line, column }: SourceProblem): string | undefined {
  NAME.lastIndex = column - 1;
  return NAME.exec(text.split('\n')[line - 1] ?? '')?.[0];
}

function fieldText(draft: TemplateDraft, field: string): string {
  const { source, ...fields } = draft;
  const texts: Readonly<Record<string, unknown>> = { ...fields, html: source.html, text: source.text };
  const text = texts[field];
  return typeof text === 'string' ? text : '';
}

// Checks the source of a template: its syntax when it is saved, and the names that it uses when it is published or
// rendered. Faults are refused with the place of each (docs/reference/templates.md#faults).
import { DomainError } from '../../../contract/domain-error.ts';
import { contentOf } from '../../../contract/mail/fields.ts';
import { findUnknownNames } from '../../../mail/templates/analyse.ts';
import { type CompiledTemplate, compileTemplate } from '../../../mail/templates/compile.ts';
import { type TemplateProblem, TemplateSyntaxError } from '../../../mail/templates/template.ts';
import { defineComputation } from '../../../platform/sharing/computer.ts';
import type { CompilableContent } from './template.ts';

/** Faults that the message names; the field `problems` has more. */
const NAMED_MAX = 3;
const PROBLEMS_MAX = 50;

/** Compiles a template. @throws DomainError `validation_error` for faults of the syntax */
export function compileContent(content: CompilableContent): CompiledTemplate {
  try {
    return compileTemplate(content, content.variables);
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    throw refusalOfProblems(error.problems, error);
  }
}

/** Compiles a template that will be rendered. @throws DomainError also for names that nothing can have a value for */
export function compileComplete(content: CompilableContent): CompiledTemplate {
  const compiled = compileContent(content);
  const problems = findUnknownNames(compiled);
  if (problems.length > 0) throw refusalOfProblems(problems);
  return compiled;
}

/** The parts of a content that are compiled. */
export function sourceOf(content: CompilableContent): CompilableContent {
  return { ...contentOf(content), variables: content.variables };
}

/** `compileContent`, for its faults. */
export const SOURCE_CHECK = defineComputation('check a source', (content: CompilableContent): void => {
  compileContent(content);
});

/** `compileComplete`, for its faults. */
export const COMPLETE_SOURCE_CHECK = defineComputation(
  'check a complete source',
  (content: CompilableContent): void => {
    compileComplete(content);
  },
);

/** A refusal that names the first places. */
export function refusalOfProblems(problems: readonly TemplateProblem[], cause?: unknown): DomainError {
  const named = problems.slice(0, NAMED_MAX).map(describe);
  const more = problems.length - named.length;
  const message = [...named, ...(more > 0 ? [`There are ${more} more errors.`] : [])].join(' ');
  return new DomainError('validation_error', message, {
    details: { problems: problems.slice(0, PROBLEMS_MAX) },
    ...(cause !== undefined && { cause }),
  });
}

function describe({ field, line, column, message }: TemplateProblem): string {
  const end = message.endsWith('?') ? '' : '.';
  return `\`${field}\`, line ${line}, column ${column}: ${message}${end}`;
}

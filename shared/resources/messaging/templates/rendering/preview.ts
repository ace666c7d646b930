// Renders a template without sending: the newest version of a stored one, or a body that is not saved. The names are
// checked as at publishing, so that a preview shows every fault that publishing would refuse.
import { RESERVED_NAMES } from '../../../../contract/templates/reserved-names.ts';
import { htmlToText } from '../../../../mail/html/html-to-text.ts';
import type { DeclaredVariable, TemplateValues, VariableType } from '../../../../mail/templates/template.ts';
import { defineComputation } from '../../../../platform/sharing/computer.ts';
import { showPoll } from '../../polls/show.ts';
import { compileComplete } from '../check-source.ts';
import type { CompilableContent, TemplateContent } from '../template.ts';
import { type RenderedContents, renderContents } from './render-email.ts';

/**
 * Renders a preview. Without a text of its own, the text is made from the html, as for a mail.
 * @throws DomainError `validation_error` for faults of the source and of the values
 */
export function previewTemplate(
  content: CompilableContent & Pick<TemplateContent, 'poll'>,
  values: TemplateValues,
): RenderedContents {
  const rendered = showPoll(renderContents(compileComplete(content), values), content.poll);
  const { html, text } = rendered;
  return { ...rendered, text: text ?? (html && htmlToText(html)) };
}

/** `previewTemplate`. */
export const TEMPLATE_PREVIEW = defineComputation('preview a template', previewTemplate);

/** Declares variables by their values, for a preview that declares none. */
export function declareByValues(values: Readonly<Record<string, unknown>>): DeclaredVariable[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const type = RESERVED_NAMES.has(key) ? undefined : typeOf(value);
    return type ? [{ key, type, fallbackValue: null }] : [];
  });
}

function typeOf(value: unknown): VariableType | undefined {
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  if (type === 'object') return value === null ? undefined : 'object';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}

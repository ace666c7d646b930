// The task of POST /templates/:id/rewrite: the newest version of a template, changed by an instruction, as a whole or in one
// part. The other parts stay as they are stored, whatever the model answers.
import type { TEMPLATE_PARTS } from '../../../../contract/ai/values.ts';
import { requireTemplate } from '../../../messaging/templates/find.ts';
import type { TemplateContent, TemplatePath } from '../../../messaging/templates/template.ts';
import { messagesOf } from '../prompt/messages.ts';
import type { SuggestionTask } from '../suggest.ts';
import type { TemplateTaskDeps } from './generate-template.ts';
import {
  checkSuggestedTemplate,
  formOf,
  requireGiven,
  type SuggestedTemplate,
  shownTemplate,
  TEMPLATE_LANGUAGE,
} from './template-suggestion.ts';

/** A part of a template that can be rewritten alone. */
export type TemplatePart = (typeof TEMPLATE_PARTS)[number];

/** The request. */
export interface RewritingWish extends TemplatePath {
  instruction: string;
  /** Undefined: the whole template. */
  part: TemplatePart | undefined;
}

const taskOf = (form: string) => `You change templates of emails for a mail service, as the user asks.
The form of the answer: ${form}. Keep what the user does not ask to change.
${TEMPLATE_LANGUAGE}`;

/** @throws DomainError `not_found` for the template; `validation_error` when it is too large */
export async function rewriteTemplateTask(
  { database, computer, readFields }: TemplateTaskDeps,
  { instruction, part, ...path }: RewritingWish,
): Promise<SuggestionTask<SuggestedTemplate>> {
  const { content } = await requireTemplate(database, path);
  const check = (changed: TemplateContent) => checkSuggestedTemplate(computer, path.accountId, changed);
  const data = { template: shownTemplate(content) };
  if (part === undefined) {
    const task = taskOf(formOf(['html']));
    return {
      messages: messagesOf(task, instruction, data),
      async read(answer) {
        const changed = readFields(answer);
        requireGiven(changed, content.html === null ? ['text'] : ['html']);
        await check(changed);
        return changed;
      },
    };
  }
  const task = `${taskOf(`{"${part}": string}`)}\nChange "${part}" alone, and use no variable that is not declared.`;
  return {
    messages: messagesOf(task, instruction, data),
    async read(answer) {
      const changed = readFields({ [part]: (answer as Partial<Record<string, unknown>>)[part] });
      requireGiven(changed, [part]);
      // The other parts may have faults of their own: a draft is checked when it is published.
      await check({ ...changed, variables: content.variables });
      return { ...content, [part]: changed[part] };
    },
  };
}

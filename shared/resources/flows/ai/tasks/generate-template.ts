// The task of POST /templates/generate: a new template by a wish, in the look of the account, on the pattern of one of its
// templates where one is named.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import { requireTemplate } from '../../../messaging/templates/find.ts';
import { findAppearance } from '../prompt/appearance.ts';
import { messagesOf } from '../prompt/messages.ts';
import type { SuggestionTask } from '../suggest.ts';
import {
  checkSuggestedTemplate,
  formOf,
  type ReadTemplateFields,
  requireGiven,
  type SuggestedTemplate,
  shownTemplate,
  TEMPLATE_LANGUAGE,
} from './template-suggestion.ts';

/** Dependencies of the tasks about templates. */
export interface TemplateTaskDeps {
  database: Queryable;
  computer: Computer;
  readFields: ReadTemplateFields;
}

/** The request. */
export interface GenerationWish {
  accountId: string;
  prompt: string;
  /** Id or alias of the template to start from. */
  from: string | undefined;
  /** A language tag, such as `de`. */
  language: string | undefined;
}

const TASK = `You write templates of emails for a mail service.
The form of the answer: ${formOf(['subject', 'html'])}.
${TEMPLATE_LANGUAGE}
"look" in the data has the colours, the logo and the sender's name of the account, "template" one of its templates: keep their style and voice.`;

/** @throws DomainError `not_found` for the template to start from; `validation_error` when it is too large */
export async function generateTemplateTask(
  { database, computer, readFields }: TemplateTaskDeps,
  { accountId, prompt, from, language }: GenerationWish,
): Promise<SuggestionTask<SuggestedTemplate>> {
  const look = await findAppearance(database, accountId);
  const template =
    from === undefined ? undefined : await requireTemplate(database, { accountId, idOrAlias: from });
  const wish = language === undefined ? prompt : `${prompt}\nWrite in the language ${language}.`;
  return {
    messages: messagesOf(TASK, wish, {
      look,
      ...(template && { template: shownTemplate(template.content) }),
    }),
    async read(answer) {
      const content = readFields(answer);
      requireGiven(content, ['subject', 'html']);
      await checkSuggestedTemplate(computer, accountId, content);
      return content;
    },
  };
}

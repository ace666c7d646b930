// The task of POST /campaigns/:id/subjects: other subjects for what a campaign says.
import { EMPTY_MAIL_CONTENT, WRITTEN_FIELDS, writtenJson } from '../../../../contract/mail/fields.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import { requireTemplate } from '../../../messaging/templates/find.ts';
import type { CampaignPath } from '../../campaigns/campaign.ts';
import { checkCampaignContent } from '../../campaigns/content/check-content.ts';
import { showCampaign } from '../../campaigns/find.ts';
import { messagesOf } from '../prompt/messages.ts';
import type { SuggestionTask } from '../suggest.ts';
import { GREETING } from './template-suggestion.ts';

/** Dependencies of the task. */
export interface SubjectsTaskDeps {
  database: Queryable;
  computer: Computer;
  /** Reads `{subjects}`, each as the subject of a campaign. @throws DomainError */
  readFields(answer: object): { subjects: string[] };
}

const taskOf = (count: number) => `You write subjects of emails for a campaign of a mail service.
The form of the answer: {"subjects": [${count} strings]}.
Each is one line of at most 70 characters, in the language of the campaign, true to what it says, without quotes around it, and unlike the others. ${GREETING} prints the name of the recipient; other names only as the campaign uses them.`;

/** @throws DomainError `not_found` for the campaign; `validation_error` when what it says is too large */
export async function suggestSubjectsTask(
  { database, computer, readFields }: SubjectsTaskDeps,
  { count, ...path }: CampaignPath & { count: number },
): Promise<SuggestionTask<string[]>> {
  const { accountId } = path;
  const { content } = await showCampaign(database, path);
  const { templateId } = content;
  const isOpen = templateId !== null && content.html === null && content.text === null;
  const body = isOpen
    ? (await requireTemplate(database, { accountId, idOrAlias: templateId })).content
    : { ...content, variables: content.declared ?? [] };
  const said = writtenJson({ ...content, html: body.html, text: body.text }, WRITTEN_FIELDS);
  const alone = { ...EMPTY_MAIL_CONTENT, templateId: null, declared: body.variables };
  return {
    messages: messagesOf(taskOf(count), `Suggest ${count} subjects.`, { campaign: said }),
    async read(answer) {
      const subjects = [...new Set(readFields(answer).subjects)].slice(0, count);
      for (const each of subjects)
        await checkCampaignContent(computer, accountId, { ...alone, subject: each });
      return subjects;
    },
  };
}

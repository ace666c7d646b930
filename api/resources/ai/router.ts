// Routes of what a language model suggests. Its answers are read by the schemas with which bodies of people are read.
import Joi from 'joi';
import { AI_SUBJECTS_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import type { RuleTree } from '../../../shared/resources/audience/rules/rule.ts';
import { countFilter } from '../../../shared/resources/audience/segment-previews/preview.ts';
import { requireModel } from '../../../shared/resources/flows/ai/suggest.ts';
import { generateTemplateTask } from '../../../shared/resources/flows/ai/tasks/generate-template.ts';
import { rewriteTemplateTask } from '../../../shared/resources/flows/ai/tasks/rewrite-template.ts';
import { suggestFilterTask } from '../../../shared/resources/flows/ai/tasks/suggest-filter.ts';
import { suggestSubjectsTask } from '../../../shared/resources/flows/ai/tasks/suggest-subjects.ts';
import type { ApiDeps } from '../../deps.ts';
import { inDatabaseSlot } from '../../middleware/account-slots.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { validate } from '../../validate.ts';
import { subjectField } from '../campaigns/subject-field.ts';
import { filterSchema } from '../segments/filter-schema.ts';
import { suggestedContentInput, templateId } from '../templates/input.ts';
import { toContent } from '../templates/read-content.ts';
import { answerSuggestion } from './answer-suggestion.ts';
import {
  generateTemplateInput,
  rewriteTemplateInput,
  suggestSegmentInput,
  suggestSubjectsInput,
} from './input.ts';
import { toSegmentSuggestion, toSubjectSuggestion, toTemplateSuggestion } from './output.ts';

const suggestedSubjects = Joi.object<{ subjects: string[] }>({
  subjects: Joi.array().items(subjectField).min(1).max(AI_SUBJECTS_MAX).required(),
});
const suggestedFilter = Joi.object<{ filter: RuleTree }>({ filter: filterSchema.empty(null).required() });

/** A faulty answer is refused with the words that a person would get. */
function readerOf<Fields>(schema: Joi.ObjectSchema<Fields>) {
  return (answer: object): Fields => validate(schema, answer);
}

const readContentFields = readerOf(suggestedContentInput);
const readSubjects = readerOf(suggestedSubjects);
const readFilter = readerOf(suggestedFilter);
const templateDeps = ({ database, computer, ids, clock }: ApiDeps) => ({
  database,
  computer,
  readFields: (answer: object) => toContent(readContentFields(answer), { ids, now: clock.now() }),
});
const options = { check: ({ deps }: { deps: ApiDeps }) => void requireModel(deps.model) };

/** Routes of suggestions. */
export const aiRoutes: Resource = [
  route(
    OPERATIONS.generateTemplate,
    { body: generateTemplateInput },
    async (call) => {
      const { prompt, from, language } = call.body;
      const wish = { accountId: call.caller.accountId, prompt, from, language };
      const task = await generateTemplateTask(templateDeps(call.deps), wish);
      return await answerSuggestion(call, task, toTemplateSuggestion);
    },
    options,
  ),
  route(
    OPERATIONS.rewriteTemplate,
    { params: { id: templateId }, body: rewriteTemplateInput },
    async (call) => {
      const { instruction, part } = call.body;
      const path = { accountId: call.caller.accountId, idOrAlias: call.params.id };
      const task = await rewriteTemplateTask(templateDeps(call.deps), { ...path, instruction, part });
      return await answerSuggestion(call, task, toTemplateSuggestion);
    },
    options,
  ),
  subjectsRoute(OPERATIONS.suggestCampaignSubjects),
  subjectsRoute(OPERATIONS.suggestBroadcastSubjects),
  route(
    OPERATIONS.suggestSegment,
    { body: suggestSegmentInput },
    async (call) => {
      const { deps, response } = call;
      const { text, audience_id: audienceId } = call.body;
      const wish = { accountId: call.caller.accountId, text, audienceId, now: deps.clock.now() };
      const count = async (filter: RuleTree) => {
        const counting = () => countFilter(deps.database, { ...wish, filter });
        return (await inDatabaseSlot(response, wish.accountId, counting)) ?? null;
      };
      const task = await suggestFilterTask({ ...deps, readFields: readFilter, count }, wish);
      return await answerSuggestion(call, task, toSegmentSuggestion);
    },
    options,
  ),
];

/** The same by both names of a campaign. */
function subjectsRoute(
  operation: typeof OPERATIONS.suggestCampaignSubjects | typeof OPERATIONS.suggestBroadcastSubjects,
) {
  return route(
    operation,
    { params: { id: uuidOf('Campaign') }, body: suggestSubjectsInput },
    async (call) => {
      const { database, computer } = call.deps;
      const path = { accountId: call.caller.accountId, id: call.params.id };
      const taskDeps = { database, computer, readFields: readSubjects };
      const task = await suggestSubjectsTask(taskDeps, { ...path, count: call.body.count });
      return await answerSuggestion(call, task, toSubjectSuggestion);
    },
    options,
  );
}

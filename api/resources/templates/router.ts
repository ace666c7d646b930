// Routes of /templates: create, list, read, change, publish, preview and test templates.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { checkTemplate } from '../../../shared/resources/messaging/checklist/check-template.ts';
import { createTemplate, duplicateTemplate } from '../../../shared/resources/messaging/templates/create.ts';
import { deleteTemplate } from '../../../shared/resources/messaging/templates/delete.ts';
import { requireTemplate, requireVersion } from '../../../shared/resources/messaging/templates/find.ts';
import { TEMPLATE_LIST, TEMPLATE_VERSION_LIST } from '../../../shared/resources/messaging/templates/list.ts';
import { publishTemplate } from '../../../shared/resources/messaging/templates/publishing/publish.ts';
import { TEMPLATE_PREVIEW } from '../../../shared/resources/messaging/templates/rendering/preview.ts';
import { sendTemplateTest } from '../../../shared/resources/messaging/templates/rendering/send-test.ts';
import { revertTemplate, updateTemplate } from '../../../shared/resources/messaging/templates/update.ts';
import { answerCheck } from '../../http/answer-check.ts';
import { checkQuery } from '../../input/check-query.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import {
  createTemplateInput,
  listTemplatesQuery,
  listVersionsQuery,
  previewTemplateInput,
  previewUnsavedInput,
  revertTemplateInput,
  templateId,
  testTemplateInput,
  updateTemplateInput,
} from './input.ts';
import { toPreview, toTemplate, toTemplateItem, toVersion, toVersionItem } from './output.ts';
import { readSamples, toChangedContent, toContent, toUnsavedTemplate } from './read-content.ts';

const params = { id: templateId };

/** Routes of templates. Fixed words precede `:id`, because the first match wins. */
export const templateRoutes: Resource = [
  route(
    OPERATIONS.createTemplate,
    { body: createTemplateInput },
    async ({ deps, caller: { accountId }, body: { name, alias, ...fields } }) => {
      const { ids } = deps;
      const now = deps.clock.now();
      const template = { accountId, name, alias, content: toContent(fields, { ids, now }) };
      return toTemplate(await createTemplate(deps, template, now));
    },
  ),
  route(OPERATIONS.listTemplates, { query: listTemplatesQuery }, async ({ deps, caller, query }) => {
    const { q, status, ...page } = query;
    const found = await findPageOf(deps.database, TEMPLATE_LIST, caller.accountId, page, { q, status });
    return toList(found, toTemplateItem);
  }),
  route(OPERATIONS.previewUnsavedTemplate, { body: previewUnsavedInput }, async ({ deps, caller, body }) => {
    const { ids } = deps;
    const now = deps.clock.now();
    const { content, variables } = toUnsavedTemplate(body, { ids, now });
    const samples = readSamples(body, variables, now);
    return toPreview(await deps.computer.run(caller.accountId, TEMPLATE_PREVIEW, content, samples));
  }),
  route(OPERATIONS.getTemplate, { params }, async (call) =>
    toTemplate(await requireTemplate(call.deps.database, pathOf(call))),
  ),
  route(OPERATIONS.updateTemplate, { params, body: updateTemplateInput }, async (call) => {
    const { name, alias, if_updated_at: ifUpdatedAt, ...fields } = call.body;
    const changes = { name, alias, ifUpdatedAt, content: toChangedContent(fields) };
    return toTemplate(await updateTemplate(call.deps, pathOf(call), changes, call.deps.clock.now()));
  }),
  route(OPERATIONS.deleteTemplate, { params }, async (call) => {
    const { id } = await deleteTemplate(call.deps, pathOf(call));
    return { object: 'template', id, deleted: true };
  }),
  route(OPERATIONS.publishTemplate, { params }, async (call) =>
    toTemplate(await publishTemplate(call.deps, pathOf(call), call.deps.clock.now())),
  ),
  route(OPERATIONS.duplicateTemplate, { params }, async (call) =>
    toTemplate(await duplicateTemplate(call.deps, pathOf(call), call.deps.clock.now())),
  ),
  route(OPERATIONS.previewTemplate, { params, body: previewTemplateInput }, async (call) => {
    const { deps, body } = call;
    const { content } = await requireTemplate(deps.database, pathOf(call));
    const samples = readSamples(body, body.variables, deps.clock.now());
    return toPreview(await deps.computer.run(call.caller.accountId, TEMPLATE_PREVIEW, content, samples));
  }),
  route(OPERATIONS.checkTemplate, { params, query: checkQuery, body: previewTemplateInput }, async (call) => {
    const { deps, body } = call;
    const samples = readSamples(body, body.variables, deps.clock.now());
    return await answerCheck(call, 'template_check', () => checkTemplate(deps, pathOf(call), samples));
  }),
  route(OPERATIONS.testTemplate, { params, body: testTemplateInput }, async (call) => {
    const { deps, caller, body } = call;
    const test = { path: pathOf(call), boundDomainId: caller.domainId, ...body };
    const { simulatorDomains } = deps.config;
    return {
      object: 'template_test',
      ids: await sendTemplateTest({ ...deps, simulatorDomains }, test, deps.clock.now()),
    };
  }),
  route(OPERATIONS.revertTemplate, { params, body: revertTemplateInput }, async (call) => {
    const { deps, body } = call;
    return toTemplate(await revertTemplate(deps, pathOf(call), body.version_id, deps.clock.now()));
  }),
  route(OPERATIONS.listTemplateVersions, { params, query: listVersionsQuery }, async (call) => {
    const template = await requireTemplate(call.deps.database, pathOf(call));
    const page = await findPageOf(call.deps.database, TEMPLATE_VERSION_LIST, template.id, call.query, {
      accountId: template.accountId,
    });
    return toList(page, (version) => toVersionItem(template, version));
  }),
  route(
    OPERATIONS.getTemplateVersion,
    { params: { ...params, versionId: uuidOf('Version') } },
    async ({ deps, caller, params: { id, versionId } }) => {
      const template = await requireTemplate(deps.database, pathOf({ caller, params: { id } }));
      return toVersion(template, await requireVersion(deps.database, template, versionId));
    },
  ),
];

/** An id is stored in lower case; an alias is compared exactly. */
function pathOf({ caller, params: { id } }: Pick<Call<'/templates/:id'>, 'caller' | 'params'>) {
  return { accountId: caller.accountId, idOrAlias: id };
}

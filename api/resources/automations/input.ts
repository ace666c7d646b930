// Input of /automations (docs/reference/automations.md). Of a graph only the outer form is checked here; its rules are in
// shared/resources/flows/automations/graph/reading/, and the API description has the steps as they must be.
import Joi from 'joi';
import { AUTOMATION_OBJECTS } from '../../../shared/contract/automations/objects.ts';
import {
  AUTOMATION_ANSWERS,
  AUTOMATION_REENTRIES,
  AUTOMATION_STATUSES,
  CONNECTION_TYPES,
  EXECUTABLE_STEP_TYPES,
  STEP_TYPES,
} from '../../../shared/contract/automations/values.ts';
import { LIST_NAME_MAX_LENGTH, STEP_KEY_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type {
  Answers,
  AutomationStatus,
  Reentry,
} from '../../../shared/resources/flows/automations/graph/graph.ts';
import { ownFields } from '../../../shared/resources/flows/automations/step-types/config-schema.ts';
import { ABSENT_OBJECT } from '../../input/absent-object.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { pageQuery } from '../../page.ts';
import type { PathId } from '../../route.ts';
import { addStepForm, stepForms, updateStepForm } from './step-forms.ts';

/** The fields of a body that make the graph. */
export interface GraphInput {
  trigger?: string;
  trigger_config?: object | null;
  steps?: object[];
  connections?: object[];
}

/** Body of POST /automations. */
interface CreateAutomationInput extends GraphInput {
  name: string;
  domain?: string;
  status: AutomationStatus;
  reentry: Reentry;
  answers: Answers;
}

/** Body of PATCH /automations/:id. */
interface UpdateAutomationInput extends GraphInput {
  name?: string;
  domain?: string;
  status?: AutomationStatus;
  reentry?: Reentry;
  answers?: Answers;
  if_updated_at?: Date;
}

const { Automation: AUTOMATION } = AUTOMATION_OBJECTS;

const ABSENT = Joi.valid('', null);

const name = Joi.string().trim().max(LIST_NAME_MAX_LENGTH);
const domain = Joi.string().trim();
const status = Joi.string().valid(...AUTOMATION_STATUSES);
const reentry = Joi.string().valid(...AUTOMATION_REENTRIES);
const answers = Joi.string().valid(...AUTOMATION_ANSWERS);
const trigger = Joi.string().trim();

const triggerConfig = Joi.object(
  describedAs(AUTOMATION.trigger_config.properties, {
    at: Joi.string(),
    timezone: Joi.string(),
  }),
);

export const steps = Joi.array().items(
  ownFields(
    describedAs(AUTOMATION_OBJECTS.AutomationStep, {
      key: Joi.string().empty(ABSENT),
      type: Joi.string()
        .valid(...STEP_TYPES)
        .empty(ABSENT),
      config: Joi.object().empty(ABSENT_OBJECT),
    }),
  ),
);
const connections = Joi.array().items(
  ownFields(
    describedAs(AUTOMATION.connections.items.properties, {
      from: Joi.string().empty(ABSENT),
      to: Joi.string().empty(ABSENT),
      type: Joi.string()
        .valid(...CONNECTION_TYPES)
        .empty(ABSENT),
    }),
  ),
);

/** Body of POST /automations, with the parts of its steps that are checked. */
const createBody = (givenSteps: Joi.ArraySchema) =>
  Joi.object<CreateAutomationInput>(
    describedAs(AUTOMATION, {
      name: name.empty(ABSENT).required(),
      domain: domain
        .empty(null)
        .description(
          'Name of a domain of the account. Default: the default domain. It cannot be changed later',
        ),
      status: status
        .empty(null)
        .default('disabled')
        .description('`enabled` requires at least one step in addition to the trigger'),
      reentry: reentry.empty(null).default('always'),
      answers: answers.empty(null).default('hourly'),
      trigger: trigger
        .empty(null)
        .description(
          'Name of the event that starts a run, as an alternative to a step of type `trigger`. Default: `contact.created`',
        ),
      trigger_config: triggerConfig.empty(null),
      steps: givenSteps.empty(null).description('Up to 150 steps, including the trigger'),
      connections: connections
        .empty(null)
        .description('Which step follows which. By default each step follows the one before it in the list'),
    }),
  );

/** The fields of a body that change the graph of an automation; absent fields stay unchanged. */
export const graphFields = (givenSteps: Joi.ArraySchema) =>
  describedAs(AUTOMATION, {
    trigger,
    trigger_config: triggerConfig.allow(null),
    steps: givenSteps.description('Replaces all steps. A step with the same key keeps its id'),
    connections: connections.description(
      'Replaces all connections. If absent or empty and steps are given, each step follows the one before it in the list',
    ),
  });

/** Body of PATCH /automations/:id. What GET answers is accepted. */
const updateBody = (givenSteps: Joi.ArraySchema) =>
  Joi.object<UpdateAutomationInput>({
    ...describedAs(AUTOMATION, {
      name,
      domain: domain.description('Cannot be changed: give the current name, or leave it out'),
      status: status.description(
        '`enabled` or `disabled`; runs in progress continue. Required when you change the steps of an enabled automation',
      ),
      reentry,
      answers,
      if_updated_at: ifUpdatedAt('automation'),
    }),
    ...graphFields(givenSteps),
  });

export const createAutomationInput = { checked: createBody(steps), described: createBody(stepForms) };
export const updateAutomationInput = { checked: updateBody(steps), described: updateBody(stepForms) };

/** Query of GET /automations. */
export const listAutomationsQuery = (pageQuery as Joi.ObjectSchema).keys({
  q: Joi.string().max(LIST_NAME_MAX_LENGTH).description('Only automations with this text in the name'),
  status: status.description('Only automations with this status'),
  needs_attention: Joi.boolean().description(
    'True: only automations with a run that failed in the last 24 hours and was not retried since; false: only the others',
  ),
}) as Joi.ObjectSchema<PageRequest & { q?: string; status?: AutomationStatus; needs_attention?: boolean }>;

/** Body of POST /automations/:id/stop. */
export const stopAutomationInput = Joi.object<{ cancel_runs: boolean }>({
  cancel_runs: Joi.boolean()
    .strict()
    .empty(null)
    .default(true)
    .description('False: runs in progress continue'),
});

const stepType = Joi.string().valid(...EXECUTABLE_STEP_TYPES);

/** Body of POST /automations/:id/steps. */
export const addStepInput = {
  checked: ownFields<{ type: string; key?: string; config?: object }>({
    type: stepType.empty(ABSENT).required(),
    key: Joi.string().empty(ABSENT),
    config: Joi.object().empty(ABSENT_OBJECT),
  }),
  described: addStepForm,
};

/** Body of PATCH /automations/:id/steps/:stepId. */
export const updateStepInput = {
  checked: ownFields<{ type?: string; key?: string; config?: object }>({
    type: stepType,
    key: Joi.string(),
    config: Joi.object(),
  }),
  described: updateStepForm,
};

/** The id of a step in a path, or its key. */
export const stepId: PathId = {
  of: 'Step',
  description: 'Id or key of the step',
  isId: (text) => text.length <= STEP_KEY_MAX_LENGTH,
};

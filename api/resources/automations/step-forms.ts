// The steps of a request as they must be, for the API description: a form for each type. What reads them
// (shared/resources/flows/automations/graph/reading/) takes nothing else, and answers a fault later than the outer form.
import Joi from 'joi';
import { AUTOMATION_OBJECTS, configName } from '../../../shared/contract/automations/objects.ts';
import { EXECUTABLE_STEP_TYPES } from '../../../shared/contract/automations/values.ts';
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../shared/contract/limits.ts';
import { describeConfig } from '../../../shared/resources/flows/automations/step-types/step-types.ts';
import { describedAs } from '../../input/described-as.ts';

const ABSENT = Joi.valid('', null);
const KEY = Joi.string().max(STEP_KEY_MAX_LENGTH);
const { AutomationStep: STEP } = AUTOMATION_OBJECTS;

const trigger = Joi.object(
  describedAs(STEP, {
    key: KEY.empty(ABSENT).required(),
    type: Joi.valid('trigger').required(),
    config: Joi.object({
      event_name: Joi.string().trim().empty(ABSENT).description('Name of the event that starts a run'),
      at: Joi.string().empty(null).description('As in `trigger_config`'),
      timezone: Joi.string().empty(null).description('As in `trigger_config`'),
    })
      .empty(null)
      .description('The trigger'),
  }),
);

/** For each type: its name, and the config that a step with it must have. */
const forms = EXECUTABLE_STEP_TYPES.map((name) => {
  const { schema, isOptional } = describeConfig(name);
  const config = Joi.alternatives(schema).id(configName(name));
  return { type: Joi.valid(name), config, neededConfig: isOptional ? config.empty(null) : config.required() };
});

/** A step of POST /automations and PATCH /automations/:id. */
const stepForm = Joi.alternatives(
  trigger,
  ...forms.map(({ type, neededConfig }) =>
    Joi.object(
      describedAs(STEP, { key: KEY.empty(ABSENT).required(), type: type.required(), config: neededConfig }),
    ),
  ),
).id('AutomationStepForm');

/** The steps of POST /automations and PATCH /automations/:id. */
export const stepForms = Joi.array().items(stepForm).max(STEPS_MAX);

/** Body of POST /automations/:id/steps. */
export const addStepForm = Joi.alternatives(
  forms.map(({ type, neededConfig }) =>
    Joi.object(
      describedAs(STEP, {
        type: type.required(),
        key: KEY.empty(ABSENT).description(
          'Name of the step in connections, up to 64 characters. By default it is made from the type',
        ),
        config: neededConfig,
      }),
    ),
  ),
);

/** Body of PATCH /automations/:id/steps/:stepId. */
export const updateStepForm = Joi.alternatives(
  forms.map(({ type, config }) =>
    Joi.object({
      type: type.description('Cannot be changed: give the current type, or leave it out'),
      key: KEY.description('New name; connections follow it'),
      config: config.description('Replaces what the step does'),
    }),
  ),
);

// Input of POST /automations/:id/simulate (docs/reference/automation-simulations.md).
import Joi from 'joi';
import { RESERVED_EVENT_PREFIX } from '../../../../shared/contract/automations/values.ts';
import {
  type FieldsByColumn,
  fieldsByColumn,
  fieldsByKey,
} from '../../../../shared/contract/contacts/fields.ts';
import {
  EVENT_NAME_MAX_LENGTH,
  SIMULATED_EVENT_MAX_DAYS,
  SIMULATED_EVENTS_MAX,
} from '../../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { parseDuration } from '../../../../shared/platform/time/parse-duration.ts';
import type {
  SimulatedEvent,
  SimulatedPerson,
  SimulationRequest,
} from '../../../../shared/resources/flows/automations/simulating/simulation.ts';
import { ADDRESS_MESSAGE } from '../../../input/text-inputs.ts';
import { idOf } from '../../../named-id.ts';
import { contactAddress, type GivenAddress } from '../../contacts/input.ts';
import { eventPayload } from '../../events/input.ts';
import { type GraphInput, graphFields, steps } from '../input.ts';
import { stepForms } from '../step-forms.ts';

/** Body of POST /automations/:id/simulate: exactly one of `contact_id`, `email` and `contact` is set. */
interface SimulateInput extends GraphInput {
  contact_id?: string;
  email?: GivenAddress;
  contact?: FieldsByColumn<string | null> & {
    email: GivenAddress;
    unsubscribed?: boolean;
    properties: Record<string, unknown>;
  };
  payload: object | null;
  events: { event: string; after: number; payload: object | null }[];
}

const ABSENT = Joi.valid('', null);
/** Longer texts are not durations. */
const DURATION_MAX_LENGTH = 200;
const BOUNDS = { minMs: 0, maxMs: SIMULATED_EVENT_MAX_DAYS * DAY_MS };

const contact = Joi.object({
  email: contactAddress.empty(ABSENT).required().description('Address of the contact'),
  ...fieldsByColumn(({ title, max }) => Joi.string().max(max).empty(ABSENT).default(null).description(title)),
  unsubscribed: Joi.boolean()
    .strict()
    .empty(null)
    .description('Whether the contact has unsubscribed from everything; by default the state of its address'),
  // Without keys of its own, so that joi leaves the object alone: a property may have any key, also `__proto__`.
  properties: Joi.object().empty(null).default({}).description('Key of a contact property → its value'),
}).description('A contact that does not exist, instead of `contact_id` and `email`');

const eventName = Joi.string()
  .trim()
  .max(EVENT_NAME_MAX_LENGTH)
  .custom((text: string, { error }) =>
    text.startsWith(RESERVED_EVENT_PREFIX) ? error('event.reserved') : text,
  )
  .description('Name of the event');

const after = Joi.string()
  .max(DURATION_MAX_LENGTH)
  .custom((text: string, { error }) => parseDuration(text, BOUNDS) ?? error('duration.after'))
  .description('Time after the start when the event arrives, such as `2 days`; up to 366 days');

const payload = eventPayload.empty(null).default(null);

/** Body of POST /automations/:id/simulate, with the parts of its steps that are checked. */
const simulateBody = (givenSteps: Joi.ArraySchema) =>
  Joi.object<SimulateInput>({
    contact_id: idOf('a contact')
      .empty(ABSENT)
      .description('Id of a contact in the audience of the automation'),
    email: contactAddress.empty(ABSENT).description('Address of a contact in the audience of the automation'),
    contact: contact.empty(null),
    payload: payload.description('Payload of the event that starts the run; up to 64 KiB as JSON'),
    events: Joi.array()
      .items(
        Joi.object({
          event: eventName.empty(ABSENT).required(),
          after: after.empty(ABSENT).required(),
          payload: payload.description('Payload of the event; up to 64 KiB as JSON'),
        }),
      )
      .max(SIMULATED_EVENTS_MAX)
      .empty(null)
      .default([])
      .description('Events that arrive during the run'),
    ...graphFields(givenSteps),
  })
    .xor('contact_id', 'email', 'contact')
    .messages({
      ...ADDRESS_MESSAGE,
      'event.reserved': `{{#label}} must not begin with \`${RESERVED_EVENT_PREFIX}\`: runs do not wait for these events`,
      'duration.after': `{{#label}} must be a duration such as \`30 minutes\` or \`2 days\`, at most ${SIMULATED_EVENT_MAX_DAYS} days`,
      'object.xor': '`contact_id`, `email` and `contact` cannot be combined',
      'object.missing': 'One of `contact_id`, `email` and `contact` must be given',
    });

export const simulateAutomationInput = { checked: simulateBody(steps), described: simulateBody(stepForms) };

/** Converts a body to a simulation. */
export function toSimulation(body: SimulateInput): Omit<SimulationRequest, 'path'> {
  const { trigger, trigger_config, steps: givenSteps, connections } = body;
  const events = body.events.map(
    ({ event, after: afterMs, payload: own }): SimulatedEvent => ({ name: event, afterMs, payload: own }),
  );
  const given = { trigger, trigger_config, steps: givenSteps, connections };
  return { given, person: personOf(body), payload: body.payload, events };
}

function personOf({ contact_id: id, email, contact: invented }: SimulateInput): SimulatedPerson {
  if (id !== undefined) return { id };
  if (email) return { emailKey: email.key };
  if (!invented) throw new Error('A simulation has neither a contact nor an address.');
  return {
    invented: {
      email: invented.email.address,
      emailKey: invented.email.key,
      ...fieldsByKey(({ column }) => invented[column]),
      unsubscribed: invented.unsubscribed,
      properties: Object.entries(invented.properties),
    },
  };
}

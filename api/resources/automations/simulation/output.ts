// JSON form of a simulation of an automation (docs/reference/automation-simulations.md#the-answer).
import { fieldsByColumn } from '../../../../shared/contract/contacts/fields.ts';
import type {
  SimulatedContact,
  SimulatedStep,
  Simulation,
} from '../../../../shared/resources/flows/automations/simulating/simulation.ts';

/** The answer of POST /automations/:id/simulate. */
export function toSimulationAnswer({ outcome, reason, contact, steps }: Simulation) {
  return {
    object: 'automation_simulation',
    outcome,
    reason,
    contact: contact && toSimulatedContact(contact),
    steps: steps.map(toSimulatedStep),
  };
}

function toSimulatedContact(contact: SimulatedContact) {
  return {
    id: contact.id,
    email: contact.email,
    ...fieldsByColumn(({ key }) => contact[key]),
    unsubscribed: contact.unsubscribed,
    // It makes an own field of `__proto__` too.
    properties: Object.fromEntries(contact.properties),
  };
}

function toSimulatedStep({ key, type, status, at, output, error }: SimulatedStep) {
  return { key, type, status, at: at.toISOString(), output, error };
}

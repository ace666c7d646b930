// Checks the payloads of a simulation like those of incoming events.
import { SCHEDULE_TRIGGER } from '../../../../contract/automations/values.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findPayloadFault } from '../../events/definitions/check-payload.ts';
import { findEventSchemas } from '../../events/definitions/find-schemas.ts';
import type { Automation } from '../automation.ts';
import type { SimulationRequest } from './simulation.ts';

/** @throws DomainError `validation_error` for a payload that breaks its schema, or that no event of the trigger has */
export async function checkSimulatedPayloads(
  database: Queryable,
  { accountId, trigger }: Pick<Automation, 'accountId' | 'trigger'>,
  { payload, events }: Pick<SimulationRequest, 'payload' | 'events'>,
): Promise<void> {
  if (trigger === SCHEDULE_TRIGGER && payload !== null)
    throw new DomainError(
      'validation_error',
      `\`payload\` must be absent: runs that \`${SCHEDULE_TRIGGER}\` starts have none.`,
    );
  const given = [
    ...(payload === null ? [] : [{ name: trigger, payload, path: 'payload' }]),
    ...events.map((event, index) => ({ ...event, path: `events[${index}].payload` })),
  ];
  if (given.length === 0) return;
  const schemas = await findEventSchemas(
    database,
    accountId,
    given.map(({ name }) => name),
  );
  for (const { name, payload: checked, path } of given) {
    const schema = schemas.get(name);
    const fault = schema && findPayloadFault(schema, checked, path);
    if (fault) throw fault;
  }
}

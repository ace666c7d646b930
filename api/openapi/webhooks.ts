// The webhooks of the API description: the requests that the endpoints of accounts get (docs/reference/webhooks.md#payloads).
// A schema for each type of event, and one of all of them, in which `type` says which it is.
import type { JsonSchema } from '../../shared/contract/json-schema.ts';
import type { Payload } from '../../shared/contract/payload.ts';
import { PAYLOADS, payloadName } from '../../shared/contract/payloads.ts';
import * as field from '../../shared/contract/shapes.ts';
import { closed, described, json } from './schemas.ts';

/** The schema of every event. */
const ALL = 'WebhookPayload';

/** Name of a schema → the body of a request. */
export function describePayloads(): Record<string, JsonSchema> {
  const each = Object.entries(PAYLOADS).map(
    ([type, payload]) => [payloadName(type), bodyOf(type, payload)] as const,
  );
  const mapping = Object.fromEntries(Object.keys(PAYLOADS).map((type) => [type, reference(type).$ref]));
  const all = {
    oneOf: Object.keys(PAYLOADS).map(reference),
    discriminator: { propertyName: 'type', mapping },
  };
  return { ...Object.fromEntries(each), [ALL]: all };
}

/** Type of an event → the request. */
export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(PAYLOADS).map(([type, { summary }]) => [
      type,
      {
        post: {
          operationId: `on${payloadName(type)}`,
          summary,
          requestBody: { required: true, content: json(reference(type)) },
          responses: {
            '2XX': { description: 'The event was delivered; after any other answer it is sent again' },
          },
        },
      },
    ]),
  );
}

function bodyOf(type: string, { summary, data, optional }: Payload): JsonSchema {
  const body = closed({
    id: field.id('Id of the event at this webhook, the same for every attempt'),
    type: { description: 'Type of the event', const: type },
    created_at: field.time('When the event happened'),
    data: { description: 'What the event is about', ...closed(data, optional) },
  });
  return { description: summary, ...described(payloadName(type), body) };
}

function reference(type: string): { $ref: string } {
  return { $ref: `#/components/schemas/${payloadName(type)}` };
}

// Finds what the account has of what a graph names.
import type { Queryable } from '../../../../../platform/db/connect.ts';
import type { ContactProperty } from '../../../../audience/contact-properties/contact-property.ts';
import { findContactProperties } from '../../../../audience/contact-properties/find.ts';
import { findSegments } from '../../../../audience/segments/find.ts';
import { findTopics } from '../../../../audience/topics/find.ts';
import { findNamedTemplates } from '../../../../messaging/templates/find-named.ts';
import type { KnownDefinitions } from '../../step-types/step-type.ts';
import { namesInStep } from '../../step-types/step-types.ts';
import { waitNamesOf } from '../compile.ts';
import type { GraphStep } from '../graph.ts';
import { PROPERTY_REFERENCE } from '../variables.ts';

/** Finds what steps name. Of contact properties only those are found that the steps name, in the order of their keys. */
export async function findKnownDefinitions(
  database: Queryable,
  accountId: string,
  steps: readonly GraphStep[],
): Promise<Omit<KnownDefinitions, 'audienceId' | 'defaultFrom' | 'isEnabling'>> {
  const names = steps.map(namesInStep);
  const templates = new Set(names.flatMap((each) => each.templates ?? []));
  const segmentIds = new Set(names.flatMap((each) => each.segmentIds ?? []));
  const hasTopics = names.some(({ topicIds = [] }) => topicIds.length > 0);
  const keys = new Set(
    names.flatMap(({ propertyKeys = [], values = [] }) => [
      ...propertyKeys,
      ...values.flatMap(propertyKeyIn),
    ]),
  );
  const properties = await findProperties(database, accountId, keys);
  const segments = await findSegments(database, accountId, [...segmentIds]);
  const topics = hasTopics ? await findTopics(database, accountId) : [];
  return {
    namable: { properties, waitNames: waitNamesOf({ steps }) },
    properties,
    templates: await findNamedTemplates(database, accountId, [...templates]),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
    topicIds: new Set(topics.map(({ id }) => id)),
  };
}

/** The key of the contact property that a reference names, if it names one. */
function propertyKeyIn(name: string): string[] {
  return name.startsWith(PROPERTY_REFERENCE) ? [name.slice(PROPERTY_REFERENCE.length)] : [];
}

async function findProperties(
  database: Queryable,
  accountId: string,
  keys: ReadonlySet<string>,
): Promise<Map<string, ContactProperty>> {
  if (keys.size === 0) return new Map();
  const found = (await findContactProperties(database, accountId)).filter(({ key }) => keys.has(key));
  // In one order, so that a graph that has not changed keeps its version.
  found.sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(found.map((property) => [property.key, property]));
}

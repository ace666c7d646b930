// What a step does outside its run, with all values in place: a mail, or a change of the contact. The worker brings it
// about, a simulation only shows it.
import type { CompiledAction, CompiledGraph, CompiledStep } from '../graph/compile.ts';
import { filledValue, type RunValues, readReference, resolveReferences } from '../graph/variables.ts';

/** An effect of a step. A value whose reference has no value is undefined or left out. */
export type Effect =
  | {
      type: 'send_email';
      /** Id or alias of the template. */
      template: string;
      variables: Readonly<Record<string, unknown>>;
      from: unknown;
      subject: unknown;
      replyTo: unknown;
      topicId: string | undefined;
    }
  | {
      type: 'contact_update';
      firstName: unknown;
      lastName: unknown;
      unsubscribed: unknown;
      /** Key → value; null: the value is removed. */
      properties: Readonly<Record<string, unknown>>;
    }
  | { type: 'contact_delete' }
  | { type: 'add_to_segment'; segmentId: string };

/** Steps that have an effect. */
export type EffectStep = CompiledStep<Extract<CompiledAction, { type: Effect['type'] }>>;

/** The effect of a step. */
export function effectOf(step: EffectStep, { namable }: CompiledGraph, values: RunValues): Effect {
  const resolve = (value: unknown) => resolveReferences(value, (name) => read(name));
  const read = (name: string) => {
    const reference = readReference(name, namable);
    return 'refusal' in reference ? undefined : filledValue(reference, values);
  };
  const fieldsOf = (value: Readonly<Record<string, unknown>> = {}) =>
    resolve(value) as Readonly<Record<string, unknown>>;
  switch (step.type) {
    case 'send_email': {
      const { template, from, subject, reply_to: replyTo, topic_id: topicId } = step.config;
      return {
        type: step.type,
        template: template.id,
        variables: fieldsOf(template.variables),
        ...{ from: resolve(from), subject: resolve(subject), replyTo: resolve(replyTo), topicId },
      };
    }
    case 'contact_update': {
      const { first_name: firstName, last_name: lastName, unsubscribed, properties } = step.config;
      return {
        type: step.type,
        ...{
          firstName: resolve(firstName),
          lastName: resolve(lastName),
          unsubscribed: resolve(unsubscribed),
        },
        properties: fieldsOf(properties),
      };
    }
    case 'contact_delete':
      return { type: step.type };
    case 'add_to_segment':
      return { type: step.type, segmentId: step.segmentId };
  }
}

// The sample as the API takes it: the contact as it is stored, and the values that were typed.
import { useMemo } from 'react';
import type { PreviewTemplateBody } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useProperties } from '../../../../audience/use-properties.ts';
import type { TemplateDraft } from '../template-draft.ts';
import {
  type ShownSample,
  sampleContact,
  sampleEvent,
  sampleValues,
  shownSamples,
  type TemplateSample,
} from './sample.ts';

/** A sample in use. */
export interface Samples {
  /** The values that the fields of the variables show. */
  shown: readonly ShownSample[];
  eventFault: string | undefined;
  /** Whether the chosen contact was deleted. */
  isContactGone: boolean;
  /** Whether there is nothing to correct, and the contact is read. */
  isFinished: boolean;
  /** The body of previews, checks and tests. */
  body: PreviewTemplateBody & { variables: Record<string, unknown> };
}

/** Makes it. */
export function useSamples(draft: TemplateDraft, sample: TemplateSample): Samples {
  const chosen = sample.contact?.id;
  const contact = useCall('getContact', { id: chosen ?? '' }, { isEnabled: chosen !== undefined });
  const { data: properties } = useProperties();
  const shown = useMemo(() => shownSamples(draft, sample), [draft, sample]);
  const event = sampleEvent(sample);
  const isContactGone = contact.error?.status === 404;
  const isRead = chosen === undefined || isContactGone || contact.data !== undefined;
  return {
    shown,
    eventFault: event.fault,
    isContactGone,
    isFinished: isRead && event.fault === undefined && shown.every(({ fault }) => fault === undefined),
    body: {
      variables: sampleValues(shown),
      ...(chosen !== undefined &&
        contact.data &&
        !isContactGone && { contact: sampleContact(contact.data, properties ?? []) }),
      ...(event.value && { event: event.value }),
    },
  };
}

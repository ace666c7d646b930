// The sample of a template in this browser, per person and account: it is there again when one comes back, and goes when one
// signs out (editing/stored-drafts.ts).
import { useState } from 'react';
import { useSession } from '../../../../api/session.ts';
import { SAMPLE_PREFIX } from '../../../../editing/stored-drafts.ts';
import { keep, readStored } from '../../../../editing/stored-text.ts';
import { readSample, type TemplateSample } from './sample.ts';

/** The sample, and what changes it. */
export function useSample(templateId: string): [TemplateSample, (sample: TemplateSample) => void] {
  const { person, account } = useSession();
  const key = `${SAMPLE_PREFIX}${person.id}:${account.id}:${templateId}`;
  const [sample, setSample] = useState(() => readSample(readStored(key)));
  const change = (next: TemplateSample) => {
    setSample(next);
    keep(key, JSON.stringify(next));
  };
  return [sample, change];
}

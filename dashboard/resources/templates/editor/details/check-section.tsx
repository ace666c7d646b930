// What would go wrong with mail of this template, as the server finds it: after each save, and with its links when one asks,
// because that opens pages of others. What was found before stays until the next answer.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callUntil } from '../../../../api/call.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import type { CheckTemplateBody, TemplateCheck } from '../../../../api/generated/types.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { useSettled } from '../../../../design/fields/use-settled.ts';
import { Section } from '../../../../design/layout/section.tsx';
import { Status } from '../../../../design/text/status.tsx';
import css from '../editor.module.css';
import { PlaceList } from '../place-list.tsx';
import type { SourcePlace } from '../source-editor.ts';

const SETTLED_AFTER_MS = 800;

interface CheckSectionProps {
  templateId: string;
  /** The sample. */
  body: CheckTemplateBody;
  /** Whether everything is saved: the stored template is checked. */
  isSaved: boolean;
  savedAtMs: number;
  isWritten: boolean;
  onJump(place: SourcePlace): void;
}

/** The section. */
export function CheckSection(props: CheckSectionProps) {
  const { templateId: id, body, isSaved, savedAtMs, isWritten, onJump } = props;
  const settled = useSettled(JSON.stringify(body), SETTLED_AFTER_MS);
  // Only of what one has seen when one asked: another look opens no link.
  const state = `${savedAtMs} ${settled}`;
  const [openedFor, setOpenedFor] = useState<string>();
  const opensLinks = openedFor === state;
  const { data, error, isFetching } = useQuery<TemplateCheck, ApiFailure>({
    queryKey: ['checkTemplate', id, settled, savedAtMs, opensLinks],
    queryFn: ({ signal }) =>
      callUntil(signal, 'checkTemplate', {
        id,
        body: JSON.parse(settled) as CheckTemplateBody,
        query: opensLinks ? { links: true } : {},
      }),
    enabled: isSaved,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <Section
      title="Check"
      actions={
        <Button
          size="small"
          isBusy={opensLinks && isFetching}
          refusal={isSaved ? undefined : 'Save the template first.'}
          onPress={() => setOpenedFor(state)}
        >
          Check the links
        </Button>
      }
    >
      {error && <FailureNote failure={error} />}
      {data && data.findings.length > 0 && (
        <PlaceList places={data.findings} isWritten={isWritten} onJump={onJump} />
      )}
      {data?.findings.length === 0 && <Status status="verified" label="No problems found" />}
      {!data && !error && <p className={css['soft']}>Checking…</p>}
    </Section>
  );
}

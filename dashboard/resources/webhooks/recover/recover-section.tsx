// Brings back what an endpoint missed: since when, how many events that is before anything runs, then how far it has come,
// and how it ended.
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { fieldError } from '../../../api/form-failure.ts';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { DateTimeField } from '../../../design/fields/moment/date-time-field.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { foundWords, recoverLabel } from './recover-words.ts';
import { ReplayProgress } from './replay-progress.tsx';
import { type Recovery, UNDELIVERED } from './use-recovery.ts';

interface RecoverSectionProps {
  webhook: Webhook;
  recovery: Recovery;
}

/** The section; nothing where nothing is to be brought back. */
export function RecoverSection({ webhook, recovery }: RecoverSectionProps) {
  const { replayId, isOffered } = recovery;
  if (replayId === undefined && !isOffered) return null;
  return (
    <Section
      title="Recover"
      level={3}
      description={
        replayId === undefined
          ? 'Posthorn posts events that were attempted but not delivered again, with the same ids.'
          : 'Posthorn posts the events again, with the same ids.'
      }
    >
      {replayId === undefined ? (
        <RecoverForm webhook={webhook} recovery={recovery} />
      ) : (
        <ReplayProgress
          webhook={webhook}
          replayId={replayId}
          onDone={() => recovery.setReplayId(undefined)}
        />
      )}
    </Section>
  );
}

function RecoverForm({ webhook, recovery }: RecoverSectionProps) {
  const { since, setSince, found, isCounting, setReplayId } = recovery;
  const role = useRefusal('replayWebhook');
  const replay = useChange('replayWebhook', { onSuccess: ({ id }) => setReplayId(id ?? undefined) });
  const failure = fieldError(replay.error, 'since');
  const recover = () => {
    const at = since.at?.toISOString();
    if (at !== undefined) replay.mutate({ id: webhook.id, body: { since: at, status: UNDELIVERED } });
  };
  return (
    <Stack gap={3}>
      <DateTimeField label="Not delivered since" value={since} onChange={setSince} error={failure} />
      <p aria-live="polite">{isCounting ? COUNTING : found && foundWords(found.total)}</p>
      {replay.error && failure === undefined && <FailureNote failure={replay.error} />}
      <div>
        <Button
          icon={RotateCcw}
          refusal={role ?? refusalOf(webhook, recovery)}
          isBusy={replay.isPending}
          onPress={recover}
        >
          {recoverLabel(found?.total)}
        </Button>
      </div>
    </Stack>
  );
}

const COUNTING = 'The events are being counted.';

function refusalOf({ status }: Webhook, { since, found, isCounting }: Recovery): string | undefined {
  if (status === 'disabled') return 'Enable the webhook first.';
  if (!since.at) return 'Choose a start time.';
  if (isCounting) return COUNTING;
  return found?.total === 0 ? 'There is nothing to recover.' : undefined;
}

// Asks before a campaign is sent: whom it reaches, counted once more, from whom, what, when and how fast, and what the checklist
// warns of. From a thousand people on the number is typed. What was sent can be taken back for ten seconds.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../../design/layout/confirm-dialog.tsx';
import { useAudience } from '../audience/use-audience.ts';
import { useTargetNames } from '../audience/use-target-names.ts';
import { errorWords } from '../checklist/finding-counts.ts';
import { doubtCheck, useKnownCheck } from '../checklist/known-check.ts';
import { type ChosenTime, sendBody } from '../schedule/chosen-time.ts';
import { useChosenTime } from '../schedule/use-chosen-time.ts';
import css from './send.module.css';
import { sendLabel, sendSentences, sentWords, typedWords } from './send-sentences.ts';
import { useTakeBack } from './take-back.ts';
import { Warnings } from './warnings.tsx';

interface SendDialogProps {
  campaign: Campaign;
  /** Whether everything is. */
  isSaved: boolean;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function SendDialog({ campaign, isSaved, isOpen, onClose }: SendDialogProps) {
  const { time, zone } = useChosenTime(campaign.id);
  const { shown, counted } = useCounted(campaign, isOpen && isSaved);
  const names = useTargetNames(campaign);
  const send = useSend(campaign, time, onClose);
  const { data: audience } = counted;
  const isReady = audience !== undefined || counted.error !== null;
  return (
    <ConfirmDialog
      title={time.kind === 'now' ? 'Send this campaign?' : 'Schedule this campaign?'}
      isOpen={isOpen}
      onClose={() => {
        send.reset();
        onClose();
      }}
      isHarmless
      width="wide"
      lost={
        <div className={css['said']}>
          {counted.error && <FailureNote failure={counted.error} onRetry={() => void counted.refetch()} />}
          {isReady ? (
            <ul className={css['sentences']}>
              {sendSentences({ campaign, audience, shown, names, time, zone, now: new Date() }).map(
                (sentence) => (
                  <li key={sentence}>{sentence}</li>
                ),
              )}
            </ul>
          ) : (
            <Skeleton height={80} />
          )}
          <Warnings campaignId={campaign.id} />
        </div>
      }
      typed={isReady ? typedWords(audience) : undefined}
      confirmLabel={sendLabel(time, audience)}
      onConfirm={() => send.mutate({ id: campaign.id, body: sendBody(time, zone) })}
      isBusy={send.isPending}
      refusal={useHeld(campaign, isSaved, isReady)}
      failure={send.error && <FailureNote failure={send.error} />}
    />
  );
}

/** The people, counted when the question opens, and the number that the page showed then. */
function useCounted(campaign: Campaign, isAsked: boolean) {
  const page = useAudience(campaign);
  const [press, setPress] = useState<{ at: number; shown: number | undefined }>();
  if (isAsked && press === undefined) setPress({ at: Date.now(), shown: page.data?.sendable });
  if (!isAsked && press !== undefined) setPress(undefined);
  return { shown: press?.shown, counted: useAudience(campaign, press?.at) };
}

/** Why it cannot be sent at this moment. */
function useHeld({ id, status, updated_at }: Campaign, isSaved: boolean, isReady: boolean) {
  const { known } = useKnownCheck(id);
  const refusal = useRefusal('sendCampaign');
  if (refusal !== undefined) return refusal;
  if (status !== 'draft') return `The campaign is already ${status}.`;
  if (!isSaved) return 'Your changes are being saved.';
  if (!isReady) return 'Recipients are being counted.';
  return errorWords(known?.findings) ?? (known?.of === updated_at ? undefined : 'The checklist is running.');
}

function useSend(campaign: Campaign, time: ChosenTime, onSent: () => void) {
  const client = useQueryClient();
  const takeBack = useTakeBack();
  const send = useChange('sendCampaign', {
    onSuccess: (sent) => {
      onSent();
      notify(sentWords(sent, time), { undo: () => void takeBack(sent.id) });
    },
  });
  return {
    ...send,
    mutate: (input: Parameters<typeof send.mutate>[0]) =>
      send.mutate(input, {
        // What it has refused for is found by the checklist too, and its state is another one, perhaps.
        onError: () => {
          doubtCheck(client, campaign.id);
          void client.invalidateQueries();
        },
      }),
  };
}

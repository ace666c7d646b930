// What can be done with a campaign: edit, pause or resume, cancel, follow up, and its public page. `p` pauses or resumes.
import ArrowRight from 'lucide-react/icons/arrow-right';
import Ban from 'lucide-react/icons/ban';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { useKeys } from '../../../../design/keys/use-keys.ts';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import { ConfirmChange } from '../../../../records/confirm-change.tsx';
import { editPath } from '../../list.ts';
import { canEdit, hasBegun, type Move, movesOf, moveWords } from './transition-words.ts';

const FollowUp = loadedDialog(() => import('./follow-up.tsx').then((it) => it.FollowUp));
const OPERATIONS = { pause: 'pauseCampaign', resume: 'resumeCampaign', cancel: 'cancelCampaign' } as const;
const BUTTONS = {
  pause: { label: 'Pause', icon: Pause },
  resume: { label: 'Resume', icon: Play },
  cancel: { label: 'Cancel', icon: Ban },
} as const;

/** The buttons, with the questions. */
export function CampaignActs({ campaign }: { campaign: Campaign }) {
  const { id, public_url: publicUrl } = campaign;
  const [asked, ask] = useState<Move>();
  const refusal = useRefusal('pauseCampaign');
  const mayEdit = useRefusal('updateCampaign') === undefined;
  const moves = movesOf(campaign);
  const toggle = moves.find((move) => move !== 'cancel');
  useKeys({
    p: () => {
      if (toggle === undefined) return false;
      return refusal === undefined ? ask(toggle) : notify(refusal, { kind: 'bad' });
    },
  });
  return (
    <>
      {canEdit(campaign) && (
        <ButtonLink href={editPath(id)} icon={Pencil}>
          {mayEdit ? 'Edit' : 'View content'}
        </ButtonLink>
      )}
      {moves.map((move) => (
        <Button key={move} icon={BUTTONS[move].icon} refusal={refusal} onPress={() => ask(move)}>
          {BUTTONS[move].label}
        </Button>
      ))}
      {hasBegun(campaign) ? <FollowUpButton campaign={campaign} /> : <Duplicate id={id} />}
      {publicUrl !== null && hasBegun(campaign) && (
        <ButtonLink href={publicUrl} icon={ExternalLink} isExternal>
          Public page
        </ButtonLink>
      )}
      {(Object.keys(OPERATIONS) as Move[]).map((move) => (
        <AskMove
          key={move}
          move={move}
          campaign={campaign}
          isOpen={asked === move}
          onClose={() => ask(undefined)}
        />
      ))}
    </>
  );
}

interface AskMoveProps {
  move: Move;
  campaign: Campaign;
  isOpen: boolean;
  onClose(): void;
}

function AskMove({ move, campaign, isOpen, onClose }: AskMoveProps) {
  const { done, ...words } = moveWords(move, campaign);
  const operation = OPERATIONS[move];
  const change = useChange(operation, {
    onSuccess: () => {
      notify(done);
      onClose();
    },
  });
  return (
    <ConfirmChange
      {...words}
      operation={operation}
      input={{ id: campaign.id }}
      change={change}
      isOpen={isOpen}
      onClose={onClose}
      isHarmless={move !== 'cancel' || campaign.status === 'scheduled'}
    />
  );
}

function FollowUpButton({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('duplicateCampaign');
  return (
    <>
      <Button icon={ArrowRight} refusal={refusal} onPress={() => setOpen(true)}>
        Follow up
      </Button>
      <FollowUp of={campaign} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** A campaign that has not begun has only one kind of copy. */
function Duplicate({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const duplicate = useChange('duplicateCampaign', {
    onSuccess: (copy) => {
      notify('Copied as a draft.');
      navigate(editPath(copy.id));
    },
  });
  const refusal = useRefusal('duplicateCampaign');
  return (
    <>
      <Button
        icon={Copy}
        isBusy={duplicate.isPending}
        refusal={refusal}
        onPress={() => duplicate.mutate({ id, body: {} })}
      >
        Duplicate
      </Button>
      {duplicate.error && <FailureNote failure={duplicate.error} />}
    </>
  );
}

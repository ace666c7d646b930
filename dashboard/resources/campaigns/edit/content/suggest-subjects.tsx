// Subjects by the language model that the operator has named, of which a press takes one.
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { Dialog } from '../../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../../records/change-form.tsx';
import css from './content.module.css';

interface SubjectsProps {
  campaignId: string;
  onChosen(subject: string): void;
  onClose(): void;
}

/** The dialog. */
export function SuggestSubjects({ isOpen, ...of }: SubjectsProps & { isOpen: boolean }) {
  return (
    <Dialog title="Suggest subjects" isOpen={isOpen} onClose={of.onClose}>
      <Subjects {...of} />
    </Dialog>
  );
}

function Subjects({ campaignId: id, onChosen, onClose }: SubjectsProps) {
  const suggest = useChange('suggestCampaignSubjects');
  return (
    <>
      <ChangeForm
        change={suggest}
        refusal={useRefusal('suggestCampaignSubjects')}
        fields={[]}
        onSubmit={() => suggest.mutate({ id, body: {} })}
        submitLabel={suggest.data ? 'Suggest more' : 'Suggest'}
        onCancel={onClose}
      >
        <p>The suggestions use the saved content of the campaign. This costs 1 AI credit.</p>
      </ChangeForm>
      {suggest.data && (
        <div className={css['suggestions']} role="status">
          {suggest.data.suggestions.map((subject) => (
            <Button
              key={subject}
              onPress={() => {
                onChosen(subject);
                onClose();
              }}
            >
              {subject}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

// What a campaign says: who it is from, its subject, its body, what it asks; and how a contact gets it.
import Sparkles from 'lucide-react/icons/sparkles';
import { useState } from 'react';
import { HAS_LANGUAGE_MODEL } from '../../../../api/base.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import { unsavedWords } from '../../../templates/editor/acts/work-act.ts';
import { HeadFields } from '../../../templates/editor/head-fields.tsx';
import type { usePane } from '../../../templates/editor/use-pane.ts';
import type { EditedCampaign } from '../campaign-draft.ts';
import type { SectionProps } from '../section.ts';
import { CampaignBody } from './campaign-body.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import type { CampaignSample } from './campaign-sample.ts';
import css from './content.module.css';
import { MoreFields } from './more-fields.tsx';
import { PollFields } from './poll-fields.tsx';

const SuggestSubjects = loadedDialog(() => import('./suggest-subjects.tsx').then((it) => it.SuggestSubjects));

interface ContentSectionProps extends SectionProps {
  draft: DraftInUse<EditedCampaign>;
  sample: CampaignSample;
  onSample(sample: CampaignSample): void;
  places: ReturnType<typeof usePane>;
}

/** The section. */
export function ContentSection({ draft, sample, onSample, places, ...of }: ContentSectionProps) {
  const { campaign, values, change, failure, refusal } = of;
  return (
    <Section title="Content" actions={HAS_LANGUAGE_MODEL && <Suggest campaign={campaign} draft={draft} />}>
      <div className={css['parts']}>
        <HeadFields {...values} onChange={change} failure={failure} isReadOnly={refusal !== undefined} />
        <CampaignBody {...of} places={places} />
        <PollFields {...of} />
        <MoreFields {...of} />
        <CampaignPreview campaign={campaign} draft={draft} sample={sample} onSample={onSample} />
      </div>
    </Section>
  );
}

/** Subjects by the language model that the operator has named. */
function Suggest({ campaign, draft }: Pick<ContentSectionProps, 'campaign' | 'draft'>) {
  const { values, change, state } = draft;
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('suggestCampaignSubjects') ?? unsavedWords(state);
  return (
    <>
      <Button size="small" icon={Sparkles} refusal={refusal} onPress={() => setOpen(true)}>
        Suggest subjects
      </Button>
      <SuggestSubjects
        campaignId={campaign.id}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChosen={(subject) => {
          change({ subject });
          notify('Subject added.', { undo: () => change({ subject: values.subject }) });
        }}
      />
    </>
  );
}

// The page on which a campaign is written, checked and sent: what it says, to whom, in which variants and when, with the checklist
// next to it. It is saved as one types. A campaign that has begun shows what becomes of it in its place.
import { useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Campaign, CreateCampaignBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { announce } from '../../../design/feedback/notices.ts';
import { useKeys } from '../../../design/keys/use-keys.ts';
import { Status } from '../../../design/text/status.tsx';
import { GoneRecord } from '../../../editing/gone-record.tsx';
import type { DraftInUse } from '../../../editing/use-draft.ts';
import { WorkPage } from '../../../editing/work-page.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { RecordState } from '../../../records/record-pane.tsx';
import { useWorkKeys } from '../../templates/editor/acts/use-work-keys.ts';
import { unsavedWords } from '../../templates/editor/acts/work-act.ts';
import { usePane } from '../../templates/editor/use-pane.ts';
import { CAMPAIGNS_PATH } from '../list.ts';
import { CampaignRecord } from '../record/campaign-record.tsx';
import { campaignBadge } from '../words.ts';
import { AudienceSection } from './audience/audience-section.tsx';
import { campaignBody, draftOf, type EditedCampaign, isWritten } from './campaign-draft.ts';
import { Checklist, type FoundPlace } from './checklist/checklist.tsx';
import type { CampaignSection } from './checklist/finding-places.ts';
import { type CampaignSample, type ChosenSample, validSample } from './content/campaign-sample.ts';
import { ContentSection } from './content/content-section.tsx';
import { SendCampaignTest } from './content/send-campaign-test.tsx';
import css from './editor.module.css';
import { ScheduleSection } from './schedule/schedule-section.tsx';
import type { SectionProps } from './section.ts';
import { SendCampaign } from './send/send-campaign.tsx';
import { StateNotice } from './state-notice.tsx';
import { UnsavedTexts } from './unsaved-texts.tsx';
import { useCampaignDraft } from './use-campaign-draft.ts';
import { VariantsSection } from './variants/variants-section.tsx';

/** The page. A campaign that another person deletes stays on the page: otherwise the text would be lost. */
export function CampaignEditor({ id }: { id: string }) {
  const read = useCall('getCampaign', { id }, { isLive: true });
  const isGone = read.error?.status === 404 && read.data !== undefined;
  return (
    <RecordState
      read={isGone ? { ...read, data: read.data, error: null } : read}
      listPath={CAMPAIGNS_PATH}
      what="campaign"
    >
      {(campaign) => <WrittenOrBegun campaign={campaign} isGone={isGone} />}
    </RecordState>
  );
}

interface EditorProps {
  campaign: Campaign;
  isGone: boolean;
}

/** The draft outlives its page: text that was typed while another person sent the campaign is still there. */
function WrittenOrBegun({ campaign, isGone }: EditorProps) {
  const draft = useCampaignDraft(campaign);
  if (isWritten(campaign)) return <Editor campaign={campaign} isGone={isGone} draft={draft} />;
  // On this page it would be written again as soon as one pauses it.
  if (draft.state === 'saved')
    return <Redirect to={`${CAMPAIGNS_PATH}/${campaign.id}`} replace {...INTO_RECORD} />;
  return (
    <>
      <UnsavedTexts
        values={draft.values}
        stored={draftOf(campaign)}
        onDrop={() => draft.change(draftOf(campaign))}
      />
      <CampaignRecord id={campaign.id} part={undefined} />
    </>
  );
}

function Editor({ campaign, isGone, draft }: EditorProps & { draft: DraftInUse<EditedCampaign> }) {
  const { id, status } = campaign;
  const { values, change, failure, state } = draft;
  const refusal = useRefusal('updateCampaign');
  const [sample, setSample] = useSample(campaign);
  const [isTesting, setTesting] = useState(false);
  const places = usePane();
  const sections = useSections(places);
  const test = () => {
    if (state === 'saving') draft.retry();
    setTesting(true);
  };
  useWorkKeys({ save: () => (state === 'saved' ? announce('Saved.') : draft.retry()) });
  useKeys({ t: () => (unsavedWords(state) === undefined ? test() : false) });
  const of = { campaign, values, change, failure, refusal, isLocked: status === 'paused' };
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={LIST_NAME_MAX_LENGTH}
      refusal={refusal}
      back={
        status === 'draft'
          ? { href: CAMPAIGNS_PATH, label: 'Campaigns' }
          : { href: `${CAMPAIGNS_PATH}/${id}`, label: 'Campaign' }
      }
      mark={<Status {...campaignBadge(campaign)} />}
      actions={
        <>
          <SendCampaignTest
            campaign={campaign}
            sample={sample}
            draft={draft}
            isOpen={isTesting}
            onOpen={test}
            onClose={() => setTesting(false)}
          />
          <SendCampaign campaign={campaign} draft={draft} />
        </>
      }
      draft={draft}
    >
      {isGone && <GoneCampaign values={values} />}
      <StateNotice campaign={campaign} />
      <div className={css['page']}>
        <div className={css['sections']}>
          <div {...sections.of('content')}>
            <ContentSection {...of} draft={draft} sample={sample} onSample={setSample} places={places} />
          </div>
          <Delivery of={of} sections={sections} />
        </div>
        <div className={css['aside']}>
          <Checklist campaign={campaign} draft={draft} onGo={sections.go} />
        </div>
      </div>
    </WorkPage>
  );
}

/** The sample with which its mail is shown and tested. */
function useSample(campaign: Campaign) {
  const [chosen, choose] = useState<ChosenSample>({});
  const set = (sample: CampaignSample) => choose({ ...sample, audienceId: campaign.audience_id });
  return [validSample(campaign, chosen), set] as const;
}

/** The fields that a paused campaign cannot change. */
function Delivery({ of, sections }: { of: SectionProps; sections: ReturnType<typeof useSections> }) {
  return (
    <>
      <div {...sections.of('who')}>
        <AudienceSection {...of} />
      </div>
      <div {...sections.of('variants')}>
        <VariantsSection {...of} />
      </div>
      <div {...sections.of('when')}>
        <ScheduleSection {...of} />
      </div>
    </>
  );
}

function GoneCampaign({ values }: { values: EditedCampaign }) {
  return (
    <GoneRecord
      create="createCampaign"
      body={campaignBody(values) as CreateCampaignBody}
      listPath={CAMPAIGNS_PATH}
      label="Save as new campaign"
    >
      This campaign was deleted elsewhere. Your changes are still here.
    </GoneRecord>
  );
}

/** The sections of the page, and the way to one of them, or to a place in the mail. */
function useSections(places: ReturnType<typeof usePane>) {
  const known = useRef(new Map<CampaignSection, HTMLDivElement>());
  return {
    of: (section: CampaignSection) => ({
      className: css['section'],
      tabIndex: -1,
      ref: (element: HTMLDivElement | null) => {
        if (element) known.current.set(section, element);
      },
    }),
    go: (section: CampaignSection, { field, line }: FoundPlace) => {
      const element = known.current.get(section);
      element?.scrollIntoView();
      element?.focus({ preventScroll: true });
      if (field !== undefined) places.jumpTo({ field, line: line ?? 1, column: 1 });
    },
  };
}

// How a contact gets the mail of a campaign as it is saved, rendered by the server; what was shown before stays, dimmed.
import type { Campaign } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { ContactField } from '../../../../audience/contact-field.tsx';
import { Segmented } from '../../../../design/controls/segmented.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import { unsavedWords } from '../../../templates/editor/acts/work-act.ts';
import { MailView } from '../../../templates/mail/mail-view.tsx';
import type { EditedCampaign } from '../campaign-draft.ts';
import { type CampaignSample, sampleBody } from './campaign-sample.ts';
import css from './content.module.css';

interface CampaignPreviewProps {
  campaign: Campaign;
  draft: Pick<DraftInUse<EditedCampaign>, 'state'>;
  sample: CampaignSample;
  onSample(sample: CampaignSample): void;
}

/** The contact, the variant, and the mail. */
export function CampaignPreview({ campaign, draft, sample, onSample }: CampaignPreviewProps) {
  const { id, ab_test: test, audience_id } = campaign;
  const keys = (test?.variants ?? []).map(({ key }) => key);
  const input = { id, body: sampleBody(sample) };
  const options = { isLive: true, keepsPrevious: true };
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall('previewCampaign', input, options);
  const isUnsaved = unsavedWords(draft.state) !== undefined;
  return (
    <Section title="Preview" level={3}>
      <div className={css['fields']}>
        <ContactField
          value={sample.contact}
          onChange={(contact) => onSample({ ...sample, contact })}
          hint="Choose a contact to fill in its values. Otherwise the preview shows fallbacks."
          audienceId={audience_id}
        />
      </div>
      {keys.length > 0 && (
        <Segmented
          label="Variant"
          options={keys.map((key) => ({ id: key, label: key }))}
          selected={sample.variant ?? test?.winner ?? keys[0] ?? ''}
          onSelect={(key) => onSample({ ...sample, variant: key })}
        />
      )}
      {isUnsaved && data && <Notice kind="info">This preview shows the last saved version.</Notice>}
      {error && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {data ? (
        <MailView
          mail={data}
          isOld={draft.state !== 'saved' || isPlaceholderData || error !== null}
          isAsking={isFetching && isPlaceholderData}
        />
      ) : (
        !error && <Skeleton height={420} />
      )}
    </Section>
  );
}

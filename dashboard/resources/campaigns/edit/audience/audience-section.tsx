// Whom a campaign is sent to: an audience or a segment of it, and the topic of the mail. Beneath, how many that are and who is
// left out.
import { fieldError } from '../../../../api/form-failure.ts';
import { AudienceSelect } from '../../../../audience/audience-select.tsx';
import { SegmentFieldLater } from '../../../../audience/segment-field-later.ts';
import { TopicField } from '../../../../audience/topic-field.tsx';
import { useAudiences } from '../../../../audience/use-audiences.ts';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { lockedWords } from '../locked-words.ts';
import type { SectionProps } from '../section.ts';
import css from './audience.module.css';
import { AudienceNumber } from './audience-number.tsx';
import { useTargetNames } from './use-target-names.ts';

/** The section. */
export function AudienceSection(props: SectionProps) {
  const { campaign, values, refusal, isLocked } = props;
  const locked = lockedWords(refusal, isLocked);
  const isOther = (['audience_id', 'segment_id', 'topic_id'] as const).some(
    (field) => values[field] !== campaign[field],
  );
  return (
    <Section title="Recipients">
      {locked === undefined ? <Fields {...props} /> : <LockedTarget {...props} reason={locked} />}
      <AudienceNumber campaign={campaign} isOther={isOther} />
    </Section>
  );
}

function Fields({ values, change, failure }: SectionProps) {
  const { audience_id: audienceId, segment_id: segmentId, topic_id: topicId } = values;
  const audiences = useAudiences().data?.data ?? [];
  return (
    <div className={css['fields']}>
      <AudienceSelect
        audiences={audiences}
        value={audienceId}
        // A segment belongs to one audience.
        onChange={(id) => id !== audienceId && change({ audience_id: id, segment_id: null })}
        error={fieldError(failure, 'audience_id')}
      />
      <SegmentFieldLater.Component
        label="Segment"
        placeholder="The whole audience"
        value={segmentId ?? undefined}
        onChange={(id) => change({ segment_id: id ?? null })}
        audienceId={audienceId}
        error={fieldError(failure, 'segment_id')}
      />
      <TopicField
        topicId={topicId}
        onChange={(id) => change({ topic_id: id })}
        error={fieldError(failure, 'topic_id')}
      />
    </div>
  );
}

function LockedTarget({ campaign, reason }: SectionProps & { reason: string }) {
  const { audience, segment, topic } = useTargetNames(campaign);
  return (
    <>
      <p className={css['soft']}>{reason}</p>
      <Facts
        facts={[
          ['Audience', audience],
          ['Segment', segment ?? 'The whole audience'],
          ['Topic', topic ?? 'No topic'],
        ]}
      />
    </>
  );
}

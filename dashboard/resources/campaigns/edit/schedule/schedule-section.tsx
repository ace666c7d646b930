// When a campaign is sent, and how fast. The time of a draft is chosen here and goes to the server when it is sent; one that is
// scheduled is moved by a press, because it takes effect.
import { useState } from 'react';
import { fieldError, formFailure } from '../../../../api/form-failure.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { momentWords, zoneOfBrowser } from '../../../../design/fields/moment/moment-words.ts';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { useClock } from '../../../../format/clock.ts';
import { nearMoment } from '../../../../format/time.ts';
import { useAudience } from '../audience/use-audience.ts';
import { lockedWords } from '../locked-words.ts';
import type { SectionProps } from '../section.ts';
import { WholeNumberField } from '../whole-number-field.tsx';
import { chosenTimeFault, chosenTimeOf, endOfPace, sendBody } from './chosen-time.ts';
import css from './schedule.module.css';
import { TimeFields } from './time-fields.tsx';
import { useChosenTime } from './use-chosen-time.ts';

const SOON_MS = 30_000;

/** The section. */
export function ScheduleSection(props: SectionProps) {
  const { campaign, refusal, isLocked } = props;
  const locked = lockedWords(refusal, isLocked);
  return (
    <Section title="Schedule">
      {locked === undefined ? (
        <ChosenOrMoved campaign={campaign} />
      ) : (
        <>
          <p className={css['soft']}>{locked}</p>
          <Facts facts={[['Time', timeWords(campaign)]]} />
        </>
      )}
      <PaceField {...props} />
    </Section>
  );
}

function ChosenOrMoved({ campaign }: { campaign: Campaign }) {
  const { time, zone, choose } = useChosenTime(campaign.id);
  useClock();
  if (isSoon(campaign)) return <p>The campaign will be sent in a moment. You can undo until then.</p>;
  if (campaign.status === 'scheduled')
    return <MoveForm key={`${campaign.scheduled_at} ${campaign.timezone}`} campaign={campaign} />;
  return <TimeFields time={time} zone={zone} onChange={choose} />;
}

/** Whether it was sent without a time. */
function isSoon({ status, scheduled_at: at }: Campaign): boolean {
  return status === 'scheduled' && at !== null && Date.parse(at) - Date.now() < SOON_MS;
}

/** Another time for a campaign that is scheduled. */
function MoveForm({ campaign }: { campaign: Campaign }) {
  const stored = chosenTimeOf(campaign);
  const [time, setTime] = useState(stored);
  const zone = time.zone ?? zoneOfBrowser();
  const move = useChange('updateCampaign', { onSuccess: () => notify('Campaign rescheduled.') });
  const isSame = JSON.stringify(time) === JSON.stringify(stored);
  const fault = chosenTimeFault(time, { now: new Date(), zone });
  const { scheduled_at, timezone, timezone_property = null } = sendBody(time, zone);
  const failure = formFailure(move.error, ['scheduled_at']);
  return (
    <>
      <p>This campaign is scheduled for {timeWords(campaign)}.</p>
      <TimeFields
        isScheduled
        time={time}
        zone={zone}
        onChange={setTime}
        error={fieldError(move.error, 'scheduled_at')}
      />
      {failure && <FailureNote failure={failure} />}
      <div>
        <Button
          isBusy={move.isPending}
          refusal={isSame ? 'Enter another time first.' : fault?.message}
          onPress={() =>
            move.mutate({ id: campaign.id, body: { scheduled_at, timezone, timezone_property } })
          }
        >
          Reschedule
        </Button>
      </div>
    </>
  );
}

function timeWords({ scheduled_at, timezone, timezone_property }: Campaign): string {
  if (scheduled_at === null) return 'now, when you send it';
  const at = new Date(scheduled_at);
  const zone = timezone ?? zoneOfBrowser();
  const { when } = momentWords({ at, shown: 'once' }, { zone, now: new Date() });
  return timezone_property === null ? when : `${when}, in the time zone of each contact`;
}

/** The pace: it may be changed while mail is still unsent. */
function PaceField({ campaign, values, change, failure, refusal }: SectionProps) {
  const { time } = useChosenTime(campaign.id);
  const { data } = useAudience(campaign);
  const now = new Date();
  const chosen = campaign.scheduled_at ?? (time.kind === 'now' ? undefined : time.at);
  const begin = chosen === undefined || new Date(chosen) < now ? now : new Date(chosen);
  const people = campaign.stats?.pending ?? data?.sendable ?? 0;
  const end = endOfPace(begin, { people, ratePerHour: values.rate_per_hour });
  if (refusal !== undefined)
    return <Facts facts={[['Emails per hour', campaign.rate_per_hour ?? 'No limit']]} />;
  return (
    <div className={css['time']}>
      <WholeNumberField
        label="Emails per hour"
        value={values.rate_per_hour}
        onChange={(rate_per_hour) => change({ rate_per_hour })}
        placeholder="No limit"
        hint={end && `The last email leaves at about ${nearMoment(end, now)}.`}
        error={fieldError(failure, 'rate_per_hour')}
      />
    </div>
  );
}

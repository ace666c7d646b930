// The variants of a test: a row each with its rate, between what the true rate is, and what that says. While the test is not
// decided a person can choose the winner.
import { useState } from 'react';
import type { Campaign, CampaignStats } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useCall, useChange } from '../../../../api/use-call.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { ConfirmChange } from '../../../../records/confirm-change.tsx';
import { peopleText } from '../../edit/audience/audience-words.ts';
import css from './result.module.css';
import { comparedWords, DECISION_WORDS, didWord, nameOf, placeOf, rateWords } from './variant-words.ts';

type Test = NonNullable<Campaign['ab_test']>;
type Figures = CampaignStats['variants'];

/** The section. */
export function Variants({ campaign, test }: { campaign: Campaign; test: Test }) {
  const { id } = campaign;
  const { data, error, refetch } = useCall('getCampaignStats', { id }, { isLive: true });
  const [chosen, choose] = useState<string>();
  const isOpen = test.winner === null && ['testing', 'paused'].includes(campaign.status);
  return (
    <Section
      title="Variants"
      level={3}
      description={<Decision test={test} isOpen={isOpen} />}
      actions={<CopyAs operation="getCampaignStats" input={{ id }} label="Copy figures as" />}
    >
      {error && !data && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <ul className={css['variants']}>
          {data.variants.map((variant) => (
            <Variant
              key={variant.key}
              variant={variant}
              variants={data.variants}
              test={test}
              subject={test.variants.find(({ key }) => key === variant.key)?.subject ?? campaign.subject}
              onChoose={isOpen ? () => choose(variant.key) : undefined}
            />
          ))}
        </ul>
      )}
      {isOpen && (
        <ChooseWinner campaign={campaign} test={test} chosen={chosen} onClose={() => choose(undefined)} />
      )}
    </Section>
  );
}

function Decision({ test, isOpen }: { test: Test; isOpen: boolean }) {
  const { winner, decided_by, decides_at, test_size: size } = test;
  if (winner !== null) return `${nameOf(winner)} won: ${DECISION_WORDS[decided_by ?? 'manual']}.`;
  const tested = size === null ? '' : `${peopleText(size)} ${size === 1 ? 'is' : 'are'} in the test. `;
  if (!isOpen) return tested;
  if (decides_at === null)
    return `${tested}${test.winner_metric === 'manual' ? 'You choose the winner.' : 'The winner is decided some time after the last test email.'}`;
  return (
    <>
      {tested}The winner is decided <Time at={decides_at} />.
    </>
  );
}

interface VariantProps {
  variant: Figures[number];
  variants: Figures;
  test: Test;
  subject: string;
  onChoose: (() => void) | undefined;
}

function Variant({ variant, variants, test, subject, onChoose }: VariantProps) {
  const refusal = useRefusal('chooseCampaignWinner');
  const did = didWord(test.winner_metric);
  const { rate, interval } = rateWords(variant, did);
  const place = placeOf(variant, variants);
  const name = nameOf(variant.key);
  return (
    <li className={css['variant']}>
      <div className={css['head']}>
        <span className={css['subject']}>
          <strong>{name}</strong> {subject}
        </span>
        {test.winner === variant.key && <Status status="success" label="Winner" />}
        {onChoose && (
          <Button size="small" refusal={refusal} onPress={onChoose}>
            Choose {name}
          </Button>
        )}
      </div>
      <div className={css['interval']} aria-hidden="true">
        {variant.delivered > 0 && (
          <>
            <span className={css['between']} style={{ left: `${place.left}%`, width: `${place.width}%` }} />
            <span className={css['rate']} style={{ left: `${place.rate}%` }} />
          </>
        )}
      </div>
      <div className={css['numbers']}>
        <span>
          {rate}
          {interval !== '' && <span className={css['soft']}>, {interval}</span>}
        </span>
        <span className={css['soft']}>{comparedWords(variant, variants, did)}</span>
      </div>
    </li>
  );
}

interface ChooseWinnerProps {
  campaign: Campaign;
  test: Test;
  /** The key in question; undefined: there is no question. */
  chosen: string | undefined;
  onClose(): void;
}

function ChooseWinner({ campaign: { id, stats, status }, test, chosen, onClose }: ChooseWinnerProps) {
  const change = useChange('chooseCampaignWinner', {
    onSuccess: (_campaign, { body }) => {
      notify(`${nameOf(body.variant)} chosen as the winner.`);
      onClose();
    },
  });
  const variant = chosen ?? '';
  const rest = Math.max(0, (stats?.recipients ?? 0) - (test.test_size ?? 0));
  return (
    <ConfirmChange
      operation="chooseCampaignWinner"
      input={{ id, body: { variant } }}
      change={change}
      title={`Choose ${nameOf(variant)} as the winner?`}
      isOpen={chosen !== undefined}
      onClose={onClose}
      isHarmless
      lost={
        <p>
          {peopleText(rest)} outside the test group {rest === 1 ? 'gets' : 'get'} it
          {status === 'paused' ? ' after the campaign is resumed' : ' from now on'}. The test ends, and you
          cannot change the winner.
        </p>
      }
      confirmLabel={`Choose ${nameOf(variant)}`}
    />
  );
}

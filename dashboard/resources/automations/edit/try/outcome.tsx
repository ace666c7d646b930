// What would become of a contact: the end as a sentence, and the steps in their order, with the mail of each.
import { useState } from 'react';
import { Button } from '../../../../design/controls/button.tsx';
import { Timeline, type TimelineEntry } from '../../../../design/data/timeline.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { MailView } from '../../../templates/mail/mail-view.tsx';
import type { ShownStep } from './outcome.ts';
import css from './try.module.css';

interface OutcomeProps {
  sentence: string;
  isFailed: boolean;
  shown: readonly ShownStep[];
  /** When it was tried. */
  at: Date;
  onChoose(key: string): void;
}

/** All of it. */
export function Outcome({ sentence, isFailed, shown, at, onChoose }: OutcomeProps) {
  const entries = shown.map((each): TimelineEntry => {
    const { step, story } = each;
    return {
      id: step.key,
      at: step.at,
      kind: story.kind,
      title: (
        <Button variant="quiet" size="small" onPress={() => onChoose(step.key)}>
          {story.title}
        </Button>
      ),
      children: <Details {...each} />,
    };
  });
  return (
    <Section title="What would happen" level={3}>
      <Notice kind={isFailed ? 'bad' : 'good'}>{sentence}</Notice>
      <Timeline entries={entries} now={at} />
    </Section>
  );
}

function Details({ step, story, mail, isCut }: ShownStep) {
  const [isOpen, setOpen] = useState(false);
  if (story.detail === undefined && !mail) return null;
  return (
    <div className={css['details']}>
      {story.detail !== undefined && <span>{story.detail}</span>}
      {mail && (
        <>
          <span>
            {mail.subject} <span className={css['soft']}>from {mail.from}</span>
          </span>
          <div>
            <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {isOpen ? `Hide the mail of ${step.key}` : `Show the mail of ${step.key}`}
            </Button>
          </div>
          {isOpen && isCut && (
            <Notice kind="info">The emails of this test run are too large to show this one.</Notice>
          )}
          {isOpen && !isCut && <MailView mail={mail} isReduced />}
        </>
      )}
    </div>
  );
}

// One contact on its way through an automation: where it stands as a sentence, and what each step has done. Every page
// that leads to a run shows it in a frame of its own.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Automation, AutomationRun } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Status } from '../../../design/text/status.tsx';
import { useClock } from '../../../format/clock.ts';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { CONTACTS_PATH } from '../../contacts/list.ts';
import { partPath } from '../list.ts';
import { eventNameOf } from './event-name.ts';
import css from './run.module.css';
import { RunActs } from './run-acts.tsx';
import { RunSteps } from './run-steps.tsx';
import { runBadge, runPeriod, runSentence } from './run-words.ts';
import { useRun } from './use-run.ts';

interface RunRecordProps {
  automationId: string;
  runId: string;
  /** The list of the record, below /app. */
  listPath: string;
  /** The contact in words, where the page knows it. */
  contact?: ReactNode;
}

/** The record. */
export function RunRecord({ automationId, runId, listPath, contact }: RunRecordProps) {
  const read = useRun(automationId, runId);
  const { data: automation, isPending } = useCall('getAutomation', { id: automationId }, { isLive: true });
  // Both are shown at once: the name is the title, and nothing moves when it arrives.
  const whole = { ...read, data: isPending ? undefined : read.data };
  return (
    <RecordState read={whole} listPath={listPath} what="run">
      {(run) => (
        <RecordPane
          title={<span className={css['name']}>{automation?.name ?? 'Run of an automation'}</span>}
          mark={<Status {...runBadge(run)} />}
          listPath={listPath}
          actions={
            <>
              <RunActs automationId={automationId} isOff={automation?.status === 'disabled'} run={run} />
              <CopyAs operation="getAutomationRun" input={{ id: automationId, runId }} />
            </>
          }
        >
          <RunSentence run={run} automation={automation} />
          <Section title="Steps" level={3}>
            <RunSteps run={run} automation={automation} />
          </Section>
          <Facts
            facts={[
              [
                'Contact',
                contact ??
                  (run.email === null ? (
                    <Copyable key="contact" text={run.contact_id} label="the id of the contact" isMono />
                  ) : (
                    <Link key="contact" href={`${CONTACTS_PATH}/${run.contact_id}`}>
                      {run.email}
                    </Link>
                  )),
              ],
              ['Period', runPeriod(run)],
              ['Version of the steps', run.version],
              ['Run id', <Copyable key="run" text={run.id} label="the id of the run" isMono />],
              [
                'Automation',
                automation ? (
                  <Link key="automation" href={partPath(automationId, 'steps')}>
                    {automation.name}
                  </Link>
                ) : (
                  <Copyable key="automation" text={automationId} label="the id of the automation" isMono />
                ),
              ],
            ]}
          />
        </RecordPane>
      )}
    </RecordState>
  );
}

/** The sentence, which screen readers announce when the run has advanced, but not when a minute has passed. */
function RunSentence({ run, automation }: { run: AutomationRun; automation: Automation | undefined }) {
  useClock();
  const words = runSentence(run, new Date(), eventNameOf(automation, run, run.current_step));
  const place = `${run.status} ${run.current_step}`;
  const before = useRef(place);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    setSaid(words);
  }, [place, words]);
  return (
    <>
      <p className={css['sentence']}>{words}</p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

// The automations that begin with an event: of each its run, one press away, or why none has started.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AutomationItem, ReceivedEventItem } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { AUTOMATIONS_PATH } from '../../automations/list.ts';
import { RECEIVED_PATH } from '../list.ts';
import { notStartedWords } from './outcome-sentences.ts';
import css from './received.module.css';

/** The number of automations that are shown at first: 100 may have one trigger. */
const SHOWN = 20;

/** The list. */
export function Outcomes({ event }: { event: Pick<ReceivedEventItem, 'id' | 'automations'> }) {
  const [isWhole, setWhole] = useState(false);
  // Few accounts have more; those that are not among them have their id.
  const { data: known } = useCall('listAutomations', { query: { limit: 100 } });
  const { automations } = event;
  const shown = isWhole ? automations : automations.slice(0, SHOWN);
  return (
    <>
      <ul className={css['outcomes']}>
        {shown.map((outcome) => (
          <li key={outcome.automation_id} className={css['outcome']}>
            <span className={css['automation']}>
              <NameOf id={outcome.automation_id} among={known} />
            </span>
            {outcome.run_id !== null && !isDeleted(outcome.automation_id, known) && (
              <Link href={`${RECEIVED_PATH}/${event.id}/runs/${outcome.run_id}`}>Open the run</Link>
            )}
            {outcome.reason !== null && (
              <span className={css['reason']}>{notStartedWords(outcome.reason)}</span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < automations.length && (
        <div>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {automations.length} automations
          </Button>
        </div>
      )}
    </>
  );
}

type Known = { data: AutomationItem[]; has_more: boolean } | undefined;

/** Its runs cannot be read any more either. */
function isDeleted(id: string, among: Known): boolean {
  return among !== undefined && !among.has_more && among.data.every((each) => each.id !== id);
}

interface NameOfProps {
  id: string;
  among: Known;
}

function NameOf({ id, among }: NameOfProps) {
  if (!among) return <Skeleton width={160} height={20} />;
  const found = among.data.find((each) => each.id === id);
  if (found) return <Link href={`${AUTOMATIONS_PATH}/${id}`}>{found.name}</Link>;
  if (isDeleted(id, among)) return 'A deleted automation';
  return (
    <>
      Automation <Copyable text={id} label="the id of the automation" isMono />
    </>
  );
}

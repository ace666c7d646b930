// What a schema would have refused: payloads among the last ten events of the name, each with the field and the value that
// breaks it. It is shown before the schema is saved, as it is typed.
import { Link } from 'wouter';
import { useCall } from '../../../api/use-call.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Time } from '../../../design/text/time.tsx';
import { RECEIVED_PATH } from '../list.ts';
import css from './schema.module.css';
import { type BreakingPayload, breakingPayloads, brokenWords, type FieldRow } from './schema-draft.ts';

/** The number of events that are read. */
const LOOKED_AT = 10;

/** The events that break the schema, among the last ten events of a name. */
export interface Breaking {
  breaking: readonly BreakingPayload[];
  /** The number of events that were checked. */
  of: number;
}

/** @param name of the event; empty: it has none yet */
export function useBreaking(name: string, rows: readonly FieldRow[]): Breaking {
  const query = { event: name, limit: LOOKED_AT };
  const { data } = useCall('listReceivedEvents', { query }, { isEnabled: name !== '' });
  const events = name === '' ? [] : (data?.data ?? []);
  return { breaking: breakingPayloads(rows, events), of: events.length };
}

/** The notice; nothing while the last events fit. */
export function BreakingEvents({ breaking, of }: Breaking) {
  if (breaking.length === 0) return null;
  return (
    <Notice kind="warn" title={`${breaking.length} of the last ${of} events of this name would be refused`}>
      <ul className={css['breaks']}>
        {breaking.map((each) => (
          <li key={each.eventId}>
            {brokenWords(each)} (<Time at={each.at} />,{' '}
            <Link href={`${RECEIVED_PATH}/${each.eventId}`}>open it</Link>)
          </li>
        ))}
      </ul>
    </Notice>
  );
}

// How many people a campaign reaches, and a row for each reason for which others are left out.
import type { Campaign } from '../../../../api/generated/types.ts';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Amount } from '../../../../design/text/amount.tsx';
import { Time } from '../../../../design/text/time.tsx';
import css from './audience.module.css';
import { leftOutRows } from './audience-words.ts';
import { useAudience } from './use-audience.ts';

/** Older numbers belong to an audience that takes long to count. */
const FRESH_MS = 60_000;

interface AudienceNumberProps {
  /** The stored campaign: its people are counted. */
  campaign: Campaign;
  /** Other people are chosen, which is not saved yet. */
  isOther: boolean;
}

/** The numbers. */
export function AudienceNumber({ campaign, isOther }: AudienceNumberProps) {
  const { data, error, isFetching, refetch } = useAudience(campaign);
  if (error) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  const isOld = isOther || (isFetching && !data);
  const { sendable = 0, total = 0, counted_at: countedAt } = data ?? {};
  const isLate = countedAt != null && Date.now() - Date.parse(countedAt) > FRESH_MS;
  return (
    <div className={css['numbers']}>
      <p className={css['count']} role="status">
        {isOld || !data ? (
          'Counting…'
        ) : (
          <>
            <strong>
              <Amount value={sendable} /> {sendable === 1 ? 'person gets' : 'people get'} it
            </strong>
            {total > sendable && (
              <>
                {' '}
                of <Amount value={total} />
              </>
            )}
            {isLate && (
              <span className={css['soft']}>
                {', counted '}
                <Time at={countedAt} />
              </span>
            )}
          </>
        )}
      </p>
      {data && total > sendable && (
        <table className={css['left']} data-old={isOld || undefined}>
          <caption>Left out</caption>
          <tbody>
            {leftOutRows(data).map(({ reason, count, words }) => (
              <tr key={reason}>
                <th scope="row">{words}</th>
                <td>
                  <Amount value={count} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

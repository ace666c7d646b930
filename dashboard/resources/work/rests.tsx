// The mailbox providers to which nothing is sent for a while, with the address of ours, until when, and why. Only operators
// see it: our addresses are their knowledge.
import type { RestingDestination } from '../../api/work-kind.ts';
import { Card } from '../../design/layout/card.tsx';
import { Status } from '../../design/text/status.tsx';
import { useClock } from '../../format/clock.ts';
import { nearMoment } from '../../format/time.ts';
import { restReason } from './words.ts';
import css from './work.module.css';

/** The list; nothing while none rests. */
export function Rests({ resting }: { resting: readonly RestingDestination[] }) {
  useClock();
  if (resting.length === 0) return null;
  const now = new Date();
  return (
    <Card padding="none">
      <ul className={css['kinds']} aria-label="Paused mailbox providers">
        {resting.map((rest) => (
          <li className={css['kind']} key={`${rest.provider} ${rest.source}`}>
            <div className={css['name']}>
              <h2>Mail to {rest.provider}</h2>
              {rest.source !== null && <code>from {rest.source}</code>}
            </div>
            <div className={css['state']}>
              <Status
                status={rest.reason === 'blocked' ? 'failed' : 'paused'}
                label={rest.reason === 'blocked' ? 'blocked' : 'rests'}
              />
            </div>
            <div className={css['words']}>
              <p>Until {nearMoment(new Date(rest.rests_until), now)}</p>
              <p className={css['why']}>{restReason(rest)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

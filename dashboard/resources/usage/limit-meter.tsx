// How much of a limit is used, what is left of it, and when it begins again.
import type { ReactNode } from 'react';
import { Meter } from '../../design/data/meter.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Time } from '../../design/text/time.tsx';
import { leftOf, type UsageLimit } from './limits.ts';

/** The meter of a limit. @param children more about it */
export function LimitMeter({ limit, children }: { limit: UsageLimit; children?: ReactNode }) {
  const { label, used, unit, resetsAt } = limit;
  const left = leftOf(limit);
  return (
    <Meter
      label={label}
      used={used}
      limit={limit.limit}
      unit={unit}
      note={
        <>
          {left !== null && (
            <>
              <Amount value={left} /> left
            </>
          )}
          {left !== null && resetsAt ? ', ' : null}
          {resetsAt ? (
            <>
              {left === null ? 'Counts again' : 'counts again'} <Time at={resetsAt} />
            </>
          ) : null}
          {children}
        </>
      }
    />
  );
}

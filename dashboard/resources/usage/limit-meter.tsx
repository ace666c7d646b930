// How much of a limit is used, the rest of it, and when it begins again.
import { Meter } from '../../design/data/meter.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Time } from '../../design/text/time.tsx';
import { leftOf, type UsageLimit } from './limits.ts';

/** The meter of a limit. */
export function LimitMeter({ limit }: { limit: UsageLimit }) {
  const { label, used, unit } = limit;
  const hasNote = limit.limit !== null || Boolean(limit.resetsAt);
  return (
    <Meter
      label={label}
      used={used}
      limit={limit.limit}
      unit={unit}
      note={hasNote ? <Note limit={limit} /> : undefined}
    />
  );
}

function Note({ limit }: { limit: UsageLimit }) {
  const left = leftOf(limit);
  const again = limit.resetsAt && <Time at={limit.resetsAt} />;
  if (left === null) return <>Resets {again}</>;
  return (
    <>
      <Amount value={left} /> left{again && <>, resets {again}</>}
    </>
  );
}

// What DNS has in place of a record that is not verified: what is wrong in a sentence, the known mistake, and each found
// value with the characters marked that are not the same. A name may have any number of values: three are shown at first.
import { useState } from 'react';
import type { Domain } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Difference } from '../../../design/text/difference.tsx';
import { expectedValue, type ShownDnsRecord } from './purpose.ts';
import { keptPart, mistakesOf, type RecordMistake } from './record-mistakes.ts';
import css from './records.module.css';

const SHOWN_AT_FIRST = 3;

/** The found values; none for a good record with the expected value. */
export function FoundValues({ record, domain }: { record: ShownDnsRecord; domain: Domain }) {
  const { status, detail, found } = record;
  if (status === 'verified') return <OtherButGood record={record} />;
  if (detail === null) return null;
  const mistakes = mistakesOf(record, domain.records, domain.name);
  return (
    <div className={css['found']}>
      <p className={css['detail']}>{detail}</p>
      <Slips mistakes={mistakes} />
      {found.length > 0 && <Differences record={record} />}
    </div>
  );
}

function Slips({ mistakes }: { mistakes: readonly RecordMistake[] }) {
  if (mistakes.length === 0) return null;
  return (
    <ul className={css['slips']}>
      {mistakes.map(({ text, isSure }) => (
        <li key={text} data-sure={isSure || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Differences({ record }: { record: ShownDnsRecord }) {
  const [isWhole, setWhole] = useState(false);
  const wanted = expectedValue(record);
  const others = record.found.filter((value) => value !== wanted);
  const shown = isWhole ? others : others.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      {shown.map((value, index) => (
        <Difference
          // biome-ignore lint/suspicious/noArrayIndexKey: DNS may have the same text twice.
          key={`${index} ${value}`}
          expected={wanted}
          found={keptPart(value)}
          foundLabel={others.length > 1 ? `Found ${index + 1}` : 'Found'}
        />
      ))}
      {shown.length < others.length && (
        <div>
          <Button variant="quiet" size="small" onPress={() => setWhole(true)}>
            Show {others.length} found values
          </Button>
        </div>
      )}
    </>
  );
}

/** A record may differ and still do: an SPF record that allows other servers too, a policy of the domain above. */
function OtherButGood({ record }: { record: ShownDnsRecord }) {
  const others = record.found.filter((value) => value !== expectedValue(record));
  if (others.length === 0) return null;
  return (
    <div className={css['found']}>
      <p className={css['detail']}>{record.detail ?? 'DNS has a different value, which also works:'}</p>
      {others.slice(0, SHOWN_AT_FIRST).map((value) => (
        <code key={value} className={css['value']}>
          {value}
        </code>
      ))}
    </div>
  );
}

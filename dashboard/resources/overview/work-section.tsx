// The rows of work by kind, for people who run the service: how many wait, are due, held, claimed and stuck, and why.
// For everybody else the section is not there.
// biome-ignore-all lint/a11y/noRedundantRoles: a browser takes the roles away where the table is displayed as blocks.
import { BASE } from '../../api/base.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { useWork, type WorkKind } from '../../api/work.ts';
import { ButtonLink } from '../../design/controls/button.tsx';
import { Tooltip } from '../../design/controls/tooltip.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Code } from '../../design/text/code.tsx';
import { Status } from '../../design/text/status.tsx';
import { countStuck, WORK_NUMBERS, type WorkNumber } from './work.ts';
import css from './work-section.module.css';

/** The section. */
export function WorkSection() {
  const { data, error } = useWork();
  // Nothing is shown of work that may not be there.
  if (data === null || (!data && !error)) return null;
  return (
    <Section
      title="Work"
      description={data && 'What this service has to do, for all accounts. You see it because you run it.'}
      actions={
        <ButtonLink href={`${BASE}/ops/queues`} size="small" isExternal>
          Open the queues
        </ButtonLink>
      }
    >
      {error && <WorkFailure error={error} isShown={data !== undefined} />}
      {data && <WorkNote kinds={data} />}
      {data && (
        <div className={css['place']}>
          <WorkTable kinds={data} />
          <Meanings />
        </div>
      )}
    </Section>
  );
}

/** @param isShown there are numbers of before */
function WorkFailure({ error, isShown }: { error: ApiFailure; isShown: boolean }) {
  if (error.status === 404) return <p className={css['note']}>This server does not show its work here.</p>;
  if (isShown) return <OutOfDate what="These numbers" failure={error} />;
  return <p className={css['note']}>{error.message}</p>;
}

function WorkNote({ kinds }: { kinds: readonly WorkKind[] }) {
  const stuck = countStuck(kinds);
  if (stuck === 0) {
    return (
      <p className={css['note']}>
        Nothing is stuck. <Code>npm run ops -- list-stuck</Code> lists the rows that have waited longest.
      </p>
    );
  }
  return (
    <Notice kind="bad" title={stuck === 1 ? 'One row is stuck.' : `${stuck} rows are stuck.`}>
      <Code>npm run ops -- list-stuck</Code> lists them with the reason for each.
    </Notice>
  );
}

function WorkTable({ kinds }: { kinds: readonly WorkKind[] }) {
  return (
    <Card padding="none">
      <table role="table" className={css['table']} aria-label="Work by kind">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Kind
            </th>
            {WORK_NUMBERS.map((number) => (
              <th key={number.id} role="columnheader" scope="col" data-number>
                <Tooltip text={number.about}>
                  <button type="button" className={css['explained']}>
                    {number.label}
                  </button>
                </Tooltip>
              </th>
            ))}
            <th role="columnheader" scope="col">
              Why
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {kinds.map((kind) => (
            <KindRow key={`${kind.queue} ${kind.table}`} kind={kind} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function KindRow({ kind }: { kind: WorkKind }) {
  const { queue, table, why } = kind;
  const isStuck = kind.stuck > 0;
  const isIdle = WORK_NUMBERS.every(({ id }) => kind[id] === 0);
  return (
    <tr role="row" data-stuck={isStuck || undefined} data-idle={isIdle || undefined}>
      <th role="rowheader" scope="row" title={`Rows of the table ${table}`}>
        <span className={css['queue']}>{queue}</span>
        <span className={css['tableName']}>{table}</span>
      </th>
      {WORK_NUMBERS.map((number) => (
        <NumberCell key={number.id} number={number} value={kind[number.id]} />
      ))}
      <td role="cell" data-why={why === null ? 'none' : 'some'}>
        {isStuck && <Status status="failed" label="stuck" />} {why}
      </td>
    </tr>
  );
}

function NumberCell({ number, value }: { number: WorkNumber; value: number }) {
  return (
    <td
      role="cell"
      title={`${number.label}: ${number.about}`}
      data-number
      data-label={number.label}
      data-zero={value === 0 || undefined}
    >
      <Amount value={value} />
    </td>
  );
}

/** Where there is no room for the heads of the columns, and nothing to point with. */
function Meanings() {
  return (
    <details className={css['meanings']}>
      <summary>What these numbers mean</summary>
      <Facts facts={WORK_NUMBERS.map(({ label, about }) => [label, about] as const)} />
    </details>
  );
}

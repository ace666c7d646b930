// An import: how far it is, what became of its rows, why rows were refused, and the file of these. It is live until its end.
import Ban from 'lucide-react/icons/ban';
import Megaphone from 'lucide-react/icons/megaphone';
import { useLocation } from 'wouter';
import type { ContactImport } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Progress } from '../../../design/data/progress.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { FactsInShort } from '../../../design/layout/facts.tsx';
import { Amount } from '../../../design/text/amount.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { bytesInWords } from '../../../design/work/check-files.ts';
import { AskedButton } from '../../../records/asked-button.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { CAMPAIGNS_PATH } from '../../campaigns/list.ts';
import { ENCODING_WORDS } from '../encoding-words.ts';
import { IMPORTS_PATH } from '../list.ts';
import { IMPORT_STATUS_WORDS, isUnderWay } from '../words.ts';
import css from './import-record.module.css';
import {
  columnsInShort,
  countsOf,
  ignoredColumns,
  noColumnsWords,
  outcomeSentence,
  usedColumns,
} from './outcome-words.ts';
import { RefusedRows } from './refused-rows.tsx';

/** The record. */
export function ImportRecord({ id }: { id: string }) {
  const read = useCall('getContactImport', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={IMPORTS_PATH} what="import">
      {(record) => (
        <RecordPane
          title={record.filename ?? `Import of ${bytesInWords(record.size)}`}
          mark={<Status status={record.status} label={IMPORT_STATUS_WORDS[record.status]} />}
          actions={
            <>
              {isUnderWay(record) ? <CancelImport id={id} /> : <WriteToThem of={record} />}
              <CopyAs operation="getContactImport" input={{ id }} />
            </>
          }
          listPath={IMPORTS_PATH}
        >
          <Outcome record={record} />
          <FactsInShort line={lineOf(record)} facts={factsOf(record)} />
          {record.counts.failed > 0 && <RefusedRows record={record} />}
        </RecordPane>
      )}
    </RecordState>
  );
}

/** How far it is, and what became of its rows. */
function Outcome({ record }: { record: ContactImport }) {
  const { status, size, progress, error } = record;
  return (
    <>
      {error !== null && (
        <Notice kind="bad" title="The import failed">
          {error}
        </Notice>
      )}
      <p>{outcomeSentence(record)}</p>
      {status === 'in_progress' && (
        <Progress
          label="Read from the file"
          done={Math.floor((size * progress) / 100)}
          of={size}
          inWords={bytesInWords}
        />
      )}
      <dl className={css['counts']}>
        {countsOf(record).map(([label, count]) => (
          <div key={label} className={css['count']}>
            <dt>{label}</dt>
            <dd>
              <Amount value={count} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function lineOf(record: ContactImport) {
  return [
    ['', bytesInWords(record.size)],
    ['Started', <Time key="created" at={record.created_at} />],
    ['', columnsInShort(record)],
  ] as const;
}

function factsOf(record: ContactImport) {
  const { id, audience_id, on_conflict, encoding, created_at, completed_at } = record;
  const none = noColumnsWords(record);
  return [
    ['Columns', <Lines key="used" lines={usedColumns(record)} none={none} />],
    ['Left out', <Lines key="ignored" lines={ignoredColumns(record)} none={none} />],
    ['Contacts already there', on_conflict === 'skip' ? 'Left unchanged' : 'Updated'],
    ['Audience', <AudienceName key="audience" id={audience_id} />],
    ['Encoding', ENCODING_WORDS[encoding] ?? encoding],
    ['Started', <Time key="created" at={created_at} />],
    ['Ended', <Time key="completed" at={completed_at} empty="Not yet" />],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ] as const;
}

function Lines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return none;
  return (
    <ul className={css['lines']}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}

/** A deleted one has no name. */
function AudienceName({ id }: { id: string }) {
  const { data, error } = useCall('getAudience', { id });
  return data?.name ?? (error ? 'Deleted or not available' : '…');
}

/** A campaign for the audience: an import does not say what segments it has added to. */
function WriteToThem({ of: { audience_id, counts } }: { of: ContactImport }) {
  const [, navigate] = useLocation();
  const refusal = useRefusal('createCampaign');
  if (counts.created + counts.updated === 0) return null;
  return (
    <Button
      icon={Megaphone}
      refusal={refusal}
      onPress={() => navigate(`${CAMPAIGNS_PATH}?create=${audience_id}`)}
    >
      Send a campaign
    </Button>
  );
}

function CancelImport({ id }: { id: string }) {
  return (
    <AskedButton
      operation="cancelContactImport"
      input={{ id }}
      icon={Ban}
      variant="danger"
      label="Cancel"
      title="Cancel this import?"
      lost="Contacts that are already imported stay. The remaining rows are not imported, and the file is deleted."
      confirmLabel="Cancel import"
      done="Import canceled."
    />
  );
}

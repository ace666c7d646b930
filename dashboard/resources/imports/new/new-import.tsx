// The page that begins an import: a file is chosen, its first rows are read here, one says what its columns become, and it is
// sent.
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CONTACT_IMPORT_ENCODINGS } from '../../../../shared/contract/contact-imports/values.ts';
import { IMPORT_FILE_MAX_BYTES } from '../../../../shared/contract/limits.ts';
import { useRefusal } from '../../../api/session.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { FileDrop } from '../../../design/work/file-drop.tsx';
import { LeaveGuard } from '../../../editing/leave-guard.tsx';
import { useAskBeforeUnload } from '../../../editing/use-ask-before-unload.ts';
import { WorkPage } from '../../../editing/work-page.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { ENCODING_WORDS } from '../encoding-words.ts';
import { IMPORTS_PATH } from '../list.ts';
import type { FileEncoding } from '../reading/decode-start.ts';
import { startWarning, startWords } from '../reading/file-words.ts';
import type { FileStart } from '../reading/read-start.ts';
import { ImportForm } from './import-form.tsx';
import { FIRST_OPTIONS, importForm } from './import-options.ts';
import css from './new-import.module.css';
import { isUploadComplete, type SentBytes } from './upload-words.ts';
import { type ChosenFile, useChosenFile } from './use-chosen-file.ts';
import { type ColumnsInUse, useColumns } from './use-columns.ts';
import { useImportUpload } from './use-import-upload.ts';

/** The question before the page is left. */
const LEAVE_WORDS = {
  sending: {
    title: 'Stop this upload?',
    lost: 'The file is still uploading. If you leave, nothing is imported.',
    confirmLabel: 'Stop upload and leave',
  },
  sent: {
    title: 'Leave before the import is confirmed?',
    lost: 'The file was uploaded and may be imported even if you leave. Check the list of imports.',
    confirmLabel: 'Leave',
  },
  choosing: {
    title: 'Leave without importing?',
    lost: 'Your column choices are lost. Your file does not change.',
    confirmLabel: 'Leave without importing',
  },
};

function leaveWords(progress: SentBytes | undefined) {
  if (!progress) return LEAVE_WORDS.choosing;
  return isUploadComplete(progress) ? LEAVE_WORDS.sent : LEAVE_WORDS.sending;
}

/** The page. */
export function NewImport() {
  const [, navigate] = useLocation();
  const isDone = useRef(false);
  const chosen = useChosenFile();
  const { file, reading } = chosen;
  const start = file && reading?.start;
  const columns = useColumns(start);
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const upload = useImportUpload({
    onDone: ({ id }) => {
      isDone.current = true;
      navigate(`${IMPORTS_PATH}/${id}`, INTO_RECORD);
    },
    onFileGone: chosen.lose,
  });
  const isSending = upload.progress !== undefined;
  const isAtRisk = isSending || columns.isTouched || options !== FIRST_OPTIONS;
  useAskBeforeUnload(isAtRisk);
  const refusal = useRefusal('createContactImport');
  const choose = (next: File | undefined) => {
    if (isSending) return;
    upload.stop();
    // People have agreed to mail because of another file.
    setOptions((before) => (before.haveAgreed ? { ...before, haveAgreed: false } : before));
    chosen.choose(next);
  };
  return (
    <WorkPage name="Import contacts" back={{ href: IMPORTS_PATH, label: 'Imports' }}>
      <LeaveGuard isAtRisk={() => isAtRisk && !isDone.current} words={leaveWords(upload.progress)} />
      <div className={css['page']}>
        <ChooseFile
          chosen={chosen}
          onChoose={choose}
          refusal={isSending ? 'The file is uploading.' : refusal}
          isSending={isSending}
        />
        <ColumnsFailure columns={columns} />
        {file && !reading && <Skeleton height={240} />}
        {file && start && !reading?.fault && columns.targets && (
          <ImportForm
            start={start}
            properties={columns.properties}
            targets={columns.targets}
            onTargets={columns.change}
            options={options}
            onOptions={setOptions}
            upload={upload}
            onSend={(columnMap) =>
              upload.start(file, importForm(file, { options, encoding: start.encoding, columnMap }))
            }
            refusal={refusal}
          />
        )}
      </div>
    </WorkPage>
  );
}

/** Why it is not known what columns can become. */
function ColumnsFailure({ columns: { failure, retry } }: { columns: ColumnsInUse }) {
  if (!failure) return null;
  return <FailureNote title="The column options could not be loaded" failure={failure} onRetry={retry} />;
}

interface ChooseFileProps {
  chosen: ChosenFile;
  onChoose(file: File | undefined): void;
  refusal: string | undefined;
  isSending: boolean;
}

/** The file, and how it was read. */
function ChooseFile({ chosen, onChoose, refusal, isSending }: ChooseFileProps) {
  const { file, reading } = chosen;
  return (
    <>
      <FileDrop
        label="CSV file"
        hint="Up to 200 MB. The first row must hold the column names."
        files={file ? [file] : []}
        onChange={([next]) => onChoose(next)}
        maxBytes={IMPORT_FILE_MAX_BYTES}
        error={reading?.fault}
        refusal={refusal}
      />
      {reading?.start && (
        <div inert={isSending}>
          <FileFacts start={reading.start} fault={reading.fault} onEncoding={chosen.decode} />
        </div>
      )}
    </>
  );
}

interface FileFactsProps {
  start: FileStart;
  fault: string | undefined;
  onEncoding(encoding: FileEncoding): void;
}

const ENCODING_OPTIONS = CONTACT_IMPORT_ENCODINGS.map((id) => ({ id, label: ENCODING_WORDS[id] ?? id }));

/** How the file was read. A wrong encoding is seen in the cells below, so it can be changed, also where it is a fault. */
function FileFacts({ start, fault, onEncoding }: FileFactsProps) {
  const warning = fault === undefined ? startWarning(start) : undefined;
  return (
    <>
      <div className={css['facts']}>
        <div className={css['encoding']}>
          <Select
            label="Encoding"
            value={start.encoding}
            onChange={(id) => onEncoding(id as FileEncoding)}
            options={ENCODING_OPTIONS}
          />
        </div>
        {fault === undefined && <p>{startWords(start)}</p>}
      </div>
      {warning !== undefined && <Notice kind="warn">{warning}</Notice>}
    </>
  );
}

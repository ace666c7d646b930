// The form that sends a file: what its columns become, what happens to all of its rows, and how far the upload is.
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { formFailure } from '../../../api/form-failure.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Progress } from '../../../design/data/progress.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { focusPage, RETURNED_AFTER_MS } from '../../../design/layout/returned-focus.ts';
import { bytesInWords } from '../../../design/work/check-files.ts';
import { columnMapOf, type SentColumnMap } from '../mapping/column-map.ts';
import { areFine, findFaults } from '../mapping/faults.ts';
import type { ColumnTarget, KnownProperty } from '../mapping/target.ts';
import type { FileStart } from '../reading/read-start.ts';
import { type ChangeTargets, ColumnFields } from './column-fields.tsx';
import type { ImportOptions } from './import-options.ts';
import css from './new-import.module.css';
import { OPTION_FIELDS, OptionFields } from './option-fields.tsx';
import { isUploadComplete, uploadLabel } from './upload-words.ts';
import type { ImportUpload } from './use-import-upload.ts';

interface ImportFormProps {
  start: FileStart;
  properties: readonly KnownProperty[];
  targets: readonly ColumnTarget[];
  onTargets(change: ChangeTargets): void;
  options: ImportOptions;
  onOptions(options: ImportOptions): void;
  upload: Omit<ImportUpload, 'start'>;
  onSend(columnMap: SentColumnMap): void;
  refusal: string | undefined;
}

/** The form. */
export function ImportForm(props: ImportFormProps) {
  const { start, properties, targets, options, upload, refusal } = props;
  const { progress, failure } = upload;
  const [wasSubmitted, setSubmitted] = useState(false);
  const isSending = progress !== undefined;
  // The fields are inert then, and let go of the focus.
  useEffect(() => {
    if (isSending) setTimeout(focusPage, RETURNED_AFTER_MS);
  }, [isSending]);
  const faults = findFaults(start.header, targets, properties);
  const lacksConsent = options.topicIds.length > 0 && !options.haveAgreed;
  const submit = () => {
    setSubmitted(true);
    if (areFine(faults) && !lacksConsent) props.onSend(columnMapOf(start.header, targets));
  };
  return (
    <Form
      isWide
      onSubmit={submit}
      isBusy={isSending}
      refusal={refusal}
      error={wasSubmitted && faults.all !== undefined ? faults.all : <SendFailure failure={failure} />}
    >
      <div className={css['fields']} inert={isSending}>
        <ColumnFields
          table={start}
          targets={targets}
          onChange={props.onTargets}
          properties={properties}
          faults={faults}
        />
        <div className={css['choices']}>
          <OptionFields
            options={options}
            onChange={props.onOptions}
            failure={failure}
            topicsError={wasSubmitted && lacksConsent ? 'Confirm below that they agreed.' : undefined}
          />
        </div>
      </div>
      {progress && (
        <div className={css['progress']}>
          <Progress
            label={uploadLabel(progress)}
            done={progress.sent}
            of={progress.of}
            inWords={bytesInWords}
          />
        </div>
      )}
      <FormActions>
        <Button type="submit" variant="filled" isBusy={isSending} refusal={refusal}>
          {submitWords(upload)}
        </Button>
        {progress && !isUploadComplete(progress) && <Button onPress={upload.stop}>Stop upload</Button>}
      </FormActions>
    </Form>
  );
}

function submitWords({ failure, mayBeImported }: Omit<ImportUpload, 'start'>): string {
  if (mayBeImported) return 'Upload again anyway';
  return failure?.isPassing ? 'Try again' : 'Import file';
}

function SendFailure({ failure }: { failure: ApiFailure | undefined }) {
  const shown = formFailure(failure, OPTION_FIELDS);
  return shown ? <FailureNote title="The file was not imported" failure={shown} /> : null;
}

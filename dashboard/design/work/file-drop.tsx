// A place for files: one drops them, or chooses them with the button, which is the native one, so that keys, phones and
// screen readers know it. It says what it has refused and why, and gives the files to the page; it uploads nothing.
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { type DragEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import fieldStyles from '../fields/field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from '../fields/field.tsx';
import { bytesInWords, checkFiles, type FileRules } from './check-files.ts';
import styles from './file-drop.module.css';

interface FileDropProps extends Omit<FieldProps, 'isLabelHidden'>, FileRules {
  files: readonly File[];
  onChange: (files: File[]) => void;
  refusal?: string | undefined;
}

export function FileDrop(props: FileDropProps) {
  const { label, hint, error, isRequired = false, files, onChange, refusal, accept, isMultiple } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  useNoDropElsewhere();
  const take = (offered: readonly File[], folders: readonly File[] = []) => {
    const checked = checkFiles(offered, props, (file) => folders.includes(file));
    setRefused(checked.refused);
    if (checked.taken.length > 0) onChange(isMultiple ? [...files, ...checked.taken] : checked.taken);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const offered = [...event.dataTransfer.files];
    if (refusal === undefined) take(offered, foldersOf(offered, event.dataTransfer));
  };
  return (
    <fieldset className={fieldStyles.field} aria-describedby={describedBy(id, hint, error)}>
      <legend className={styles.legend}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for a pointer; the button in it is for keys. */}
      <div
        className={classNames(styles.drop, isOver && styles.over, error !== undefined && styles.invalid)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(refusal === undefined);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={20} strokeWidth={1.5} aria-hidden="true" />
        <span>{isMultiple ? 'Drop files here, or' : 'Drop a file here, or'}</span>
        <Button size="small" refusal={refusal} onPress={() => input.current?.click()}>
          {isMultiple ? 'Choose files' : files.length > 0 ? 'Choose another file' : 'Choose a file'}
        </Button>
        <Chooser ref={input} label={label} accept={accept} isMultiple={isMultiple} onChoose={take} />
      </div>
      <Chosen files={files} onRemove={(gone) => onChange(files.filter((file) => file !== gone))} />
      <div role="alert" className={styles.refused}>
        {refused.map((why) => (
          <p key={why}>{why}</p>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

interface ChooserProps extends Pick<FileDropProps, 'label' | 'accept' | 'isMultiple'> {
  ref: Ref<HTMLInputElement>;
  onChoose: (files: File[]) => void;
}

/** The dialog of the browser; the button opens it. */
function Chooser({ ref, label, accept, isMultiple, onChoose }: ChooserProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      multiple={isMultiple}
      accept={accept?.join(',')}
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])]);
        // The same file chosen once more is a change too.
        event.target.value = '';
      }}
    />
  );
}

function Chosen({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const list = useRef<HTMLUListElement>(null);
  if (files.length === 0) return null;
  return (
    <ul ref={list} className={styles.files}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the focus stays in its place.
        <li key={index} className={styles.file}>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>{bytesInWords(file.size)}</span>
          <IconButton
            label={`Remove ${file.name}`}
            icon={X}
            onPress={() => {
              if (index === files.length - 1) focusBefore(list.current, index);
              onRemove(file);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** The last button disappears with the focus: it moves to the one before, or to the button that chooses. */
function focusBefore(list: HTMLUListElement | null, index: number): void {
  const before = list?.querySelectorAll('button')[index - 1];
  (before ?? list?.parentElement?.querySelector('button'))?.focus();
}

/** A folder arrives as a file without a type; only its item, at the same place of the list, says what it is. */
function foldersOf(offered: readonly File[], { items }: DataTransfer): File[] {
  const isFolder = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory);
  return offered.filter((_, index) => isFolder[index]);
}

/** A file that misses the place would be opened by the browser in place of the page, with all that was typed. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}

// The files of an email. A link to a file works for one hour, so a new one is asked for at the click.
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { type ApiFailure, asFailure } from '../../../api/failure.ts';
import type { AttachmentItem } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import css from './content.module.css';
import { sizeInWords } from './text-pieces.ts';

interface AttachmentsViewProps {
  emailId: string;
  /** The result of `listEmailAttachments`. */
  read: {
    data: { data: readonly AttachmentItem[] } | undefined;
    error: ApiFailure | null;
    refetch(): unknown;
  };
}

/** The list. */
export function AttachmentsView({ emailId, read }: AttachmentsViewProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  if (read.error && !read.data)
    return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton height={80} />;
  const files = read.data.data;
  if (files.length === 0) return <p className={css['none']}>This email has no attachments.</p>;
  const download = async (attachmentId: string) => {
    setFailure(undefined);
    try {
      const { download_url: url } = await call('getEmailAttachment', { id: emailId, attachmentId });
      // The answer is a file to keep, so the page stays.
      if (url !== null) location.assign(url);
    } catch (error) {
      setFailure(asFailure(error));
    }
  };
  return (
    <div className={css['view']}>
      {failure && <FailureNote failure={failure} />}
      <ul className={css['files']} aria-label="Files">
        {files.map((file) => (
          <File key={file.id} file={file} onDownload={() => void download(file.id)} />
        ))}
      </ul>
    </div>
  );
}

function File({ file, onDownload }: { file: AttachmentItem; onDownload(): void }) {
  const { filename, size, content_type, content_id, content_disposition, download_url } = file;
  const about = [
    size === null ? 'not fetched yet' : sizeInWords(size),
    content_type,
    content_disposition === 'inline' ? 'inline' : '',
    content_id === null ? '' : `cid:${content_id}`,
  ];
  return (
    <li className={css['file']}>
      <div className={css['words']}>
        <span className={css['name']}>{filename}</span>
        <span className={css['about']}>{about.filter((each) => each !== '').join(' · ')}</span>
      </div>
      <Button
        size="small"
        icon={Download}
        aria-label={`Download ${filename}`}
        refusal={download_url === null ? 'Posthorn fetches the file when it sends the email.' : undefined}
        onPress={onDownload}
      >
        Download
      </Button>
    </li>
  );
}

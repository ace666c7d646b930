// Under `npm start`: publishes the records of a domain in the DNS server on this machine (docs/inbox.md#the-development-dns)
// at one press, and has them looked up.
import { useMutation } from '@tanstack/react-query';
import { HAS_DEVELOPMENT_DNS } from '../../../api/base.ts';
import { postPath } from '../../../api/call.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import type { Domain } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';

/** The notice; nothing in production, or once all records are found. A verified domain may wait for a new key or for its links. */
export function DevelopmentDns({ domain }: { domain: Domain }) {
  if (!HAS_DEVELOPMENT_DNS || domain.vouched || domain.missing_records.length === 0) return null;
  return <Publish id={domain.id} />;
}

function Publish({ id }: { id: string }) {
  const refusal = useRefusal('verifyDomain');
  const verify = useChange('verifyDomain');
  const publish = useMutation<unknown, ApiFailure, void>({
    mutationFn: () => postPath(`/app/development-dns/${id}`),
    onSuccess: () => verify.mutate({ id }),
  });
  const failure = publish.error ?? verify.error;
  return (
    <>
      <Notice
        kind="info"
        title="A DNS server for development is running"
        action={
          <Button
            size="small"
            refusal={refusal}
            isBusy={publish.isPending || verify.isPending}
            onPress={() => publish.mutate()}
          >
            Publish in development DNS
          </Button>
        }
      >
        It was started by npm start. Only this Posthorn sees the records that you publish there, not the
        internet.
      </Notice>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

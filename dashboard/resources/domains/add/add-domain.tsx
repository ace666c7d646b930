// The dialog that adds a domain: its name, and under "More" what few need. A name that another account has verified leads
// into its claim. What is pasted as a URL or an address has a name in it, which is offered.
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError } from '../../../api/form-failure.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { refusedName } from './name-error.ts';
import { nameWithin } from './typed-name.ts';

const CONFLICT = 'domain_conflict';
const MORE_FIELDS = ['custom_return_path', 'tracking_subdomain'];
const FIELDS = ['name', ...MORE_FIELDS];
const NEW_DOMAIN = { name: '', returnPath: '', tracking: '' };

type DomainDraft = typeof NEW_DOMAIN;

interface AddDomainProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog; it opens the new domain afterwards. */
export function AddDomain({ isOpen, onClose }: AddDomainProps) {
  return (
    <Dialog title="Add a domain" isOpen={isOpen} onClose={onClose}>
      <AddForm />
    </Dialog>
  );
}

function AddForm() {
  const [draft, setDraft] = useState(NEW_DOMAIN);
  const [sent, setSent] = useState(NEW_DOMAIN);
  const [, navigate] = useLocation();
  const add = useChange('createDomain', { onSuccess: ({ id }) => navigate(`/domains/${id}`, INTO_RECORD) });
  const refusal = useRefusal('createDomain');
  const isConflict = add.error?.name === CONFLICT;
  const submit = () => {
    setSent(draft);
    add.mutate({ body: bodyOf(draft) });
  };
  return (
    <ChangeForm
      change={isConflict ? { ...add, error: null } : add}
      refusal={refusal}
      fields={FIELDS}
      onSubmit={submit}
      submitLabel="Add domain"
    >
      {isConflict && <Conflict body={bodyOf(sent)} />}
      <NameField draft={draft} onChange={setDraft} failure={isConflict ? null : add.error} sent={sent.name} />
      <MoreFields draft={draft} onChange={setDraft} failure={add.error} />
    </ChangeForm>
  );
}

function bodyOf({ name, returnPath, tracking }: DomainDraft) {
  return {
    name: name.trim(),
    ...(returnPath.trim() !== '' && { custom_return_path: returnPath.trim() }),
    ...(tracking.trim() !== '' && { tracking_subdomain: tracking.trim() }),
  };
}

/** The name is taken: a person who controls its DNS can claim it, with the settings of the form. */
function Conflict({ body }: { body: ReturnType<typeof bodyOf> }) {
  const [, navigate] = useLocation();
  const refusal = useRefusal('startDomainClaim');
  const claim = useChange('startDomainClaim', {
    onSuccess: ({ domain_id: id }) =>
      navigate(id === null ? '/domains' : `/domains/${id}/claim`, INTO_RECORD),
  });
  return (
    <>
      <Notice
        kind="warn"
        role="alert"
        title="Another account uses this domain, or a parent or subdomain of it"
      >
        <Stack gap={3}>
          <p>If {body.name} is yours, prove it with one TXT record to claim the domain.</p>
          <div>
            <Button refusal={refusal} isBusy={claim.isPending} onPress={() => claim.mutate({ body })}>
              Claim {body.name}
            </Button>
          </div>
        </Stack>
      </Notice>
      {claim.error && <FailureNote failure={claim.error} />}
    </>
  );
}

interface DraftFieldsProps {
  draft: DomainDraft;
  onChange(draft: DomainDraft): void;
  failure: ApiFailure | null;
}

function NameField({ draft, onChange, failure, sent }: DraftFieldsProps & { sent: string }) {
  const error = fieldError(failure, 'name');
  const refused = error === undefined ? undefined : refusedName(error, sent);
  const offered = nameWithin(draft.name);
  const set = (name: string) => onChange({ ...draft, name });
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={set}
        hint="The part after the @ in your sender address, such as acme.dev or mail.acme.dev."
        placeholder="acme.dev"
        type="url"
        error={refused?.text}
        isRequired
        autoFocus
      />
      {refused?.id !== undefined && (
        <div>
          <ButtonLink size="small" href={`/domains/${refused.id}`}>
            Open it
          </ButtonLink>
        </div>
      )}
      {offered !== undefined && (
        <div>
          <Button size="small" onPress={() => set(offered)}>
            Use {offered}
          </Button>
        </div>
      )}
    </>
  );
}

function MoreFields({ draft, onChange, failure }: DraftFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = MORE_FIELDS.some((field) => fieldError(failure, field) !== undefined);
  if (!isOpen && !isRefused) {
    return (
      <div>
        <Button variant="quiet" size="small" aria-expanded={false} onPress={() => setOpen(true)}>
          More
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextField
        label="Return path"
        value={draft.returnPath}
        onChange={(returnPath) => onChange({ ...draft, returnPath })}
        hint="The subdomain label that receives bounces."
        placeholder="send"
        error={fieldError(failure, 'custom_return_path')}
      />
      <TextField
        label="Tracking subdomain"
        value={draft.tracking}
        onChange={(tracking) => onChange({ ...draft, tracking })}
        hint="Tracked links use this host. This adds a CNAME record. You can also set it later in the domain settings."
        placeholder="links"
        error={fieldError(failure, 'tracking_subdomain')}
      />
    </>
  );
}
